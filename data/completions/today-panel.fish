# Completions of today-panel for fish.
complete -c today-panel -f
complete -c today-panel -l show -d 'Show it, also when it is shown already.'
complete -c today-panel -l hide -d 'Hide it.'
complete -c today-panel -l pin -d 'Show it, and keep it there while another window has the focus.'
complete -c today-panel -l autostart -x -a 'on off' -d 'Whether it is started and shown with the session.'
complete -c today-panel -l version -d 'Print the version.'
complete -c today-panel -s h -l help -d 'Print help.'
