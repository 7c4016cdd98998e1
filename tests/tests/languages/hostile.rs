//! What a runtime makes possible beyond plain system calls: each program tries it, and prints 1 if it was refused.

use e2e::{remarks, touchstone::Touchstone};
use testkit::folder::Folder;

use super::{languages, needs};

const SETTINGS: &str = "[limits]\ntime_ms = 5000\nmemory_mb = 256\n";

/// Another program, the network, the machine's files, and what an earlier run of the same program has left: classes,
/// caches of bytecode, modules that a start would load.
const ATTACKS: [(&str, &str, &str); 7] = [
    (
        "java",
        "java",
        r#"import java.io.*;
import java.net.*;
import java.nio.file.*;

class Attack {
    interface Try { void run() throws Exception; }

    static boolean refused(Try attempt) {
        try { attempt.run(); return false; } catch (Throwable refusal) { return true; }
    }

    public static void main(String[] args) throws Exception {
        boolean safe = refused(() -> new ProcessBuilder("/bin/sh", "-c", "echo").start());
        safe &= refused(() -> new Socket("127.0.0.1", 22));
        safe &= refused(() -> new ServerSocket(0));
        safe &= refused(() -> Files.readAllBytes(Path.of("/etc/passwd")));
        safe &= refused(() -> Files.readAllBytes(Path.of("/proc/1/environ")));
        safe &= refused(() -> Files.write(Path.of("/tmp/left"), new byte[1]));
        // An agent, as somebody else would bring one.
        safe &= refused(() -> {
            Class<?> machine = Class.forName("com.sun.tools.attach.VirtualMachine");
            machine.getMethod("attach", String.class).invoke(null, String.valueOf(ProcessHandle.current().pid()));
        });
        safe &= Files.notExists(Path.of("Left.class")) && Files.notExists(Path.of("META-INF"));
        Files.write(Path.of("Left.class"), new byte[] { 1 });
        System.out.println(safe ? 1 : 0);
    }
}
"#,
    ),
    (
        "javascript",
        "js",
        r#"const fs = require('fs');
const refused = (attempt) => { try { attempt(); return false; } catch (refusal) { return true; } };
const child = require('child_process');
let safe = refused(() => child.execFileSync('/bin/sh', ['-c', 'echo']));
safe &&= refused(() => child.execSync('echo'));
safe &&= refused(() => fs.readFileSync('/etc/passwd'));
safe &&= refused(() => fs.readFileSync('/proc/self/environ'));
safe &&= refused(() => fs.writeFileSync('/tmp/left', 'x'));
safe &&= refused(() => fs.readFileSync('node_modules/left.js'));
fs.mkdirSync('node_modules');
fs.writeFileSync('node_modules/left.js', 'x');
const socket = require('net').connect(22, '127.0.0.1');
socket.on('connect', () => { safe = false; socket.destroy(); });
socket.on('error', () => {});
socket.on('close', () => console.log(safe ? 1 : 0));
"#,
    ),
    (
        "go",
        "go",
        r#"package main

import (
	"fmt"
	"net"
	"os"
	"os/exec"
	"syscall"
)

func main() {
	safe := exec.Command("/bin/sh", "-c", "echo").Run() != nil
	_, err := net.Dial("tcp", "127.0.0.1:22")
	safe = safe && err != nil
	_, err = os.ReadFile("/etc/passwd")
	safe = safe && err != nil
	safe = safe && os.WriteFile("/tmp/left", []byte("x"), 0o644) != nil
	// Past the library, by numbers.
	calls := [][3]uintptr{{syscall.SYS_SOCKET, 2, 1}, {syscall.SYS_PTRACE, 0, 0}, {syscall.SYS_UNSHARE, 0x10000000, 0}, {syscall.SYS_MOUNT, 0, 0}}
	for _, call := range calls {
		_, _, errno := syscall.RawSyscall(call[0], call[1], call[2], 0)
		safe = safe && errno != 0
	}
	if safe {
		fmt.Println(1)
	} else {
		fmt.Println(0)
	}
}
"#,
    ),
    ("python", "py", PYTHON),
    ("pypy3", "pypy3", PYTHON),
    (
        "ruby",
        "rb",
        r#"require 'socket'
def refused
  yield
  false
rescue SystemCallError, IOError
  true
end
safe = refused { TCPSocket.new('127.0.0.1', 22) }
safe &&= refused { File.read('/etc/passwd') }
safe &&= refused { File.write('/tmp/left', 'x') }
safe &&= !File.exist?('left.rb')
File.write('left.rb', 'x')
puts safe ? 1 : 0
"#,
    ),
    (
        "perl",
        "pl",
        r#"use strict;
use warnings;
use Socket;
my $safe = !defined(open(my $shell, '-|', '/bin/sh', '-c', 'echo'));
$safe &&= !socket(my $socket, PF_INET, SOCK_STREAM, 0);
$safe &&= !open(my $passwords, '<', '/etc/passwd');
$safe &&= !open(my $left, '>', '/tmp/left');
$safe &&= !-e 'Left.pm';
open(my $module, '>', 'Left.pm') or die;
print $safe ? 1 : 0, "\n";
"#,
    ),
];

const PYTHON: &str = r#"import os
import socket
import subprocess


def refused(attempt):
    try:
        attempt()
        return False
    except OSError:
        return True


safe = refused(lambda: subprocess.run(["/bin/sh", "-c", "echo"]))
safe = safe and refused(lambda: socket.create_connection(("127.0.0.1", 22)))
safe = safe and refused(lambda: open("/etc/passwd").read())
safe = safe and refused(lambda: open("/proc/self/environ").read())
safe = safe and refused(lambda: open("/tmp/left", "w"))
# What a start would load, were it still there.
left = ["sitecustomize.py", "usercustomize.py", "__pycache__/left.pyc"]
safe = safe and not any(os.path.exists(path) for path in left)
os.makedirs("__pycache__", exist_ok=True)
for path in left:
    with open(path, "w") as file:
        file.write("raise SystemExit(1)\n")
print(1 if safe else 0)
"#;

fn folder() -> Folder {
    let folder = Folder::of("attacks", [("touchstone.toml", SETTINGS)]);
    // The second and third run would find what the first has left.
    for test in 1..=3 {
        folder.write(&format!("tests/{test}.in"), format!("{test}\n"));
        folder.write(&format!("tests/{test}.ans"), "1\n");
    }
    folder.write("sols/main.c", "#include <stdio.h>\nint main(void) { puts(\"1\"); }\n");
    for (language, extension, text) in ATTACKS {
        if language == "python" || needs(language) {
            folder.write(&format!("sols/ac_attack.{extension}"), text);
        }
    }
    folder
}

fn hold_at(level: &str) {
    let folder = folder();
    let done = Touchstone::new().args(["check", "--format", "json", "--sandbox", level]).arg(folder.path()).run();
    let report = done.report();
    let here = languages();
    for (language, extension, _) in ATTACKS {
        if here.get(extension).is_none_or(|known| known.is_here) {
            let path = format!("sols/ac_attack.{extension}");
            if language == "python" && report.verdicts(&path) == ["SK"; 3] {
                // It may lie in the home of a person whom programs are not.
                remarks::not_tried(&format!("the interpreter of {language} cannot be started at {level}"));
                continue;
            }
            assert_eq!(report.verdicts(&path), ["AC"; 3], "{language} at {level}: {:#?}", report.findings());
        }
    }
}

#[test]
fn attacks_are_refused() {
    hold_at("auto");
}

#[test]
fn attacks_are_refused_at_reduced() {
    hold_at("reduced");
}
