#if Widgets
    import Testing

    @testable import TodayWidgets

    @Suite struct MountTests {
        private static let laptop = """
            22 29 0:21 / /proc rw,nosuid shared:14 - proc proc rw
            23 29 0:22 / /sys rw shared:7 - sysfs sysfs rw
            29 1 259:2 / / rw,relatime shared:1 - ext4 /dev/nvme0n1p2 rw
            35 29 0:30 / /run rw shared:5 - tmpfs tmpfs rw
            40 29 259:1 / /boot/efi rw shared:20 - vfat /dev/nvme0n1p1 rw
            41 29 7:1 / /snap/core/1 ro shared:21 - squashfs /dev/loop1 ro
            42 29 7:2 / /mnt/image rw shared:22 - ext4 /dev/loop2 rw
            43 29 8:1 / /home rw shared:23 master:3 - xfs /dev/sda1 rw
            44 29 8:17 / /media/ada/My\\040Disk rw shared:24 - fuseblk /dev/sdb1 rw
            45 29 259:2 /var/lib/data /srv/data rw shared:1 - ext4 /dev/nvme0n1p2 rw
            46 29 0:50 / /mnt/nas rw shared:25 - nfs4 nas:/export rw
            47 29 11:0 / /media/ada/CD ro shared:26 - iso9660 /dev/sr0 ro

            """

        @Test func localDisksAreShown() {
            let disks = Mount.disks(mountinfo: Self.laptop)
            #expect(disks.map(\.path) == ["/", "/home", "/media/ada/My Disk"])
            #expect(disks.map(\.name) == ["System", "Home", "My Disk"])
            #expect(disks.map(\.source) == ["/dev/nvme0n1p2", "/dev/sda1", "/dev/sdb1"])
        }

        @Test func theRootOfAContainerIsShown() {
            let container = """
                600 500 0:70 / / rw - overlay overlay rw,lowerdir=/a
                601 600 0:71 / /proc rw - proc proc rw
                602 600 8:1 /var/lib/docker/hosts /etc/hosts rw - ext4 /dev/sda1 rw
                603 600 8:1 /srv /data rw - ext4 /dev/sda1 rw

                """
            #expect(Mount.disks(mountinfo: container).map(\.path) == ["/"])
        }

        @Test func subvolumesAreOneDisk() {
            let subvolumes = """
                30 1 0:26 /@ / rw - btrfs /dev/sda2 rw,subvol=/@
                31 30 0:26 /@home /home rw - btrfs /dev/sda2 rw,subvol=/@home
                32 30 0:40 / /tank rw - zfs tank rw

                """
            #expect(Mount.disks(mountinfo: subvolumes).map(\.path) == ["/", "/tank"])
        }

        @Test func aLaterMountHidesAnEarlierOne() {
            let text = """
                1 1 0:1 / / rw - rootfs rootfs rw
                2 1 8:1 / / rw - ext4 /dev/sda1 rw
                3 2 8:2 / /home rw - ext4 /dev/sda2 rw
                4 2 0:9 / /home rw - tmpfs tmpfs rw

                """
            #expect(Mount.disks(mountinfo: text).map(\.source) == ["/dev/sda1"])
        }

        @Test(arguments: [
            "", "1 2 3", "29 1 259:2 / / rw shared:1 ext4 /dev/sda rw", "29 1 259:2 / / rw -", "\0 \u{FF}",
        ])
        func incompleteLinesAreSkipped(_ line: String) { #expect(Mount.disks(mountinfo: line + "\n").isEmpty) }

        @Test func escapesAreBytes() throws {
            let line = #"1 1 8:1 / /mnt/a\011b\134c\0z rw - ext4 /dev/sda1 rw"#
            #expect(try #require(Mount(line: Substring(line).utf8)).path == "/mnt/a\tb\\c\\0z")
        }
    }
#endif
