# Completions of today-panel for fish.
complete -c today-panel -f
complete -c today-panel -l show -d 'Show it, also when it is shown already.'
complete -c today-panel -l hide -d 'Hide it.'
complete -c today-panel -l pin -d 'Show it, and keep it there while another window has the focus.'
complete -c today-panel -l autostart -x -a 'on off' -d 'Whether it is started and shown with the session.'
complete -c today-panel -l preview -r -F -d 'Show a file with content in a window of its own.'
complete -c today-panel -l watch -d 'With --preview, follow the file.'
complete -c today-panel -l dark -d 'With --preview, start with dark colors.'
complete -c today-panel -l rtl -d 'With --preview, start with the direction from right to left.'
complete -c today-panel -l version -d 'Print the version.'
complete -c today-panel -s h -l help -d 'Print help.'
