//! `import`: archives that Python packs, good and hostile ones.

use std::{fs, path::Path, process::Command};

use e2e::touchstone::{Done, Touchstone};
use testkit::{examples, temporary};

/// Packs with Python's own module, which leaves everything to whoever calls it. `add(name, mode, text)` adds a file with the
/// mode of a system like Unix.
const PACK: &str = "
import os, stat, struct, sys, zipfile

archive = zipfile.ZipFile(sys.argv[1], 'w', zipfile.ZIP_DEFLATED)

def add(name, mode=0o100644, text='1\\n'):
    info = zipfile.ZipInfo(name)
    info.create_system = 3
    info.external_attr = mode << 16
    info.compress_type = zipfile.ZIP_DEFLATED
    archive.writestr(info, text)

def folder(path):
    for place, _, names in os.walk(path):
        for name in sorted(names):
            whole = os.path.join(place, name)
            archive.write(whole, os.path.relpath(whole, path))
";

/// Runs lines of Python, and imports what they have packed.
fn imported(place: &Path, lines: &str) -> Done {
    let archive = place.join("archive.zip");
    let program = format!("{PACK}{lines}\n");
    let packed = Command::new("python3").args(["-W", "ignore", "-c", &program]).arg(&archive).output();
    let packed = packed.expect("Python can be started");
    assert!(packed.status.success(), "{}", String::from_utf8_lossy(&packed.stderr));
    let import = Touchstone::new().arg("import").arg(&archive).arg("--into").arg(place.join("out"));
    import.run()
}

/// An archive is refused in a sentence with these words, and nothing is left behind.
#[track_caller]
fn is_refused(lines: &str, words: &str) {
    let place = temporary::folder();
    let done = imported(place.path(), lines).expect_code(2);
    assert!(done.stderr.contains(words), "{}", done.stderr);
    assert_eq!(done.stderr.trim_end().lines().count(), 1, "{}", done.stderr);
    let left: Vec<_> = fs::read_dir(place.path())
        .expect("it is there")
        .map(|entry| entry.expect("it can be listed").file_name())
        .collect();
    assert_eq!(left, ["archive.zip"]);
}

#[test]
fn packages_of_formats_are_what_they_were() {
    for problem in ["two-parcels", "fair-cut"] {
        let place = temporary::folder();
        let from = examples::folder(problem);
        imported(place.path(), &format!("folder({:?})\narchive.close()", from.display().to_string())).expect_code(0);
        let digest = |folder: &Path| {
            let (report, _) = Touchstone::new().check(folder);
            (report.sums(), report.findings())
        };
        assert_eq!(digest(&place.path().join("out")), digest(&from), "{problem}");
    }
}

#[test]
fn a_folder_around_everything_goes_and_leftovers_stay_out() {
    let place = temporary::folder();
    let lines = "add('sum/sol.py', 0o100755, 'print(1)')\nadd('sum/.git/config')\nadd('__MACOSX/sum/._sol.py')\narchive.close()";
    let done = imported(place.path(), lines).expect_code(0);
    assert!(done.stderr.contains("everything lay in `sum`") && done.stderr.contains("2 files"), "{}", done.stderr);
    let out = place.path().join("out");
    assert_eq!(fs::read_to_string(out.join("sol.py")).expect("it is there"), "print(1)");
    assert_eq!(fs::read_dir(&out).expect("it is there").count(), 1);
    use std::os::unix::fs::PermissionsExt as _;
    let mode = fs::metadata(out.join("sol.py")).expect("it is there").permissions().mode();
    assert_eq!(mode & 0o111, 0, "nothing is made executable");
}

#[test]
fn nothing_is_written_over() {
    let place = temporary::folder();
    fs::create_dir(place.path().join("out")).expect("a folder can be made");
    let done = imported(place.path(), "add('a.py')\narchive.close()").expect_code(2);
    assert!(done.stderr.contains("is there already"), "{}", done.stderr);
    assert_eq!(fs::read_dir(place.path().join("out")).expect("it is there").count(), 0);
}

#[test]
fn what_is_no_plain_file_is_refused() {
    is_refused("add('a', 0o120777, '/etc/passwd')\narchive.close()", "`a` is a link");
    is_refused("add('a', 0o020666)\narchive.close()", "is neither a file nor a folder");
    is_refused("add('a', 0o104755)\narchive.close()", "set-user-ID");
    is_refused("add('a', 0o102755)\narchive.close()", "set-user-ID");
}

#[test]
fn names_that_lead_elsewhere_or_clash_are_refused() {
    for name in ["../a", "/etc/a", "a/../../b", "C:/a", r"..\\a"] {
        is_refused(&format!("add('{name}')\narchive.close()"), "leads out of the folder");
    }
    is_refused("add('a//b')\narchive.close()", "is no plain name");
    is_refused("add('a ')\narchive.close()", "is no plain name");
    is_refused("add('a')\nadd('a')\narchive.close()", "stands in it twice");
    is_refused("add('Sol.py')\nadd('sol.py')\narchive.close()", "stands in it twice");
    is_refused("add('a')\nadd('a/b')\narchive.close()", "stands in it twice");
    is_refused("add('Tests/1')\nadd('tests/2')\narchive.close()", "written in two ways");
    is_refused("add('a/' * 40 + 'b')\narchive.close()", "lies too deep");
}

#[test]
fn bombs_and_damage_are_refused() {
    let large = "add('a')\narchive.close()\ndata = bytearray(open(sys.argv[1], 'rb').read())\n\
                 at = data.rindex(b'PK\\x01\\x02')\ndata[at + 24:at + 28] = struct.pack('<I', 513 << 20)\n\
                 open(sys.argv[1], 'wb').write(data)";
    is_refused(large, "a file of more than 512 MB");
    // It says that it holds one byte, and holds a hundred million.
    let lies = "add('a', text=bytes(100_000_000))\narchive.close()\n\
                data = bytearray(open(sys.argv[1], 'rb').read())\nat = data.rindex(b'PK\\x01\\x02')\n\
                data[at + 24:at + 28] = struct.pack('<I', 1)\nopen(sys.argv[1], 'wb').write(data)";
    is_refused(lies, "it is damaged");
    // Two entries for the same bytes.
    let shared = "add('a', text=bytes(1000))\nadd('b', text=bytes(1000))\narchive.close()\n\
                  data = bytearray(open(sys.argv[1], 'rb').read())\nat = data.rindex(b'PK\\x01\\x02')\n\
                  data[at + 42:at + 46] = struct.pack('<I', 0)\nopen(sys.argv[1], 'wb').write(data)";
    is_refused(shared, "it is damaged");
    is_refused("archive.close()", "it holds no file");
    let folders = "for at in range(5000):\n    add(f'{at}/' + 'd/' * 30 + 'a')\narchive.close()";
    is_refused(folders, "more than 100000 folders");
    // Where the numbers of files stand at the end, as archives say it that state them elsewhere.
    let many = "add('a')\narchive.close()\ndata = bytearray(open(sys.argv[1], 'rb').read())\n\
                data[-14:-10] = b'\\xff' * 4\nopen(sys.argv[1], 'wb').write(data)";
    is_refused(many, "ZIP64");
    is_refused("archive.close()\nos.truncate(sys.argv[1], (1 << 30) + 1)", "it is larger than 1 GB");
    is_refused("archive.close()\nopen(sys.argv[1], 'w').write('no archive')", "no zip archive");
    let locked = "add('a')\narchive.close()\ndata = bytearray(open(sys.argv[1], 'rb').read())\n\
                  data[data.rindex(b'PK\\x01\\x02') + 8] |= 1\nopen(sys.argv[1], 'wb').write(data)";
    is_refused(locked, "it is encrypted");
    is_refused("archive.compression = zipfile.ZIP_LZMA\narchive.writestr('a', 'b')\narchive.close()", "method");
}
