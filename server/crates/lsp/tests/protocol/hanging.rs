//! A disk that does not answer: nobody else waits for it.

use std::{path::Path, thread};

use lsp::workers::disk::{Disk, LocalDisk};
use problem::path::AbsPath;
use serde_json::json;
use testkit::{
    editor::{client::Client, uri},
    folder::Folder,
};

use crate::{in_process, places::put_small};

/// A variable that names a folder of which no file answers.
pub(crate) const HANGS: &str = "TOUCHSTONE_TEST_HANGS";

/// The disk of this machine, but for such a folder.
pub(crate) struct HangingDisk {
    pub(crate) below: Option<AbsPath>,
}

impl HangingDisk {
    fn answer(&self, path: &Path) {
        if self.below.as_ref().is_some_and(|below| path.starts_with(below.as_path())) {
            loop {
                thread::park();
            }
        }
    }
}

impl Disk for HangingDisk {
    fn real(&self, path: &Path) -> Option<AbsPath> {
        self.answer(path);
        LocalDisk.real(path)
    }

    fn read(&self, path: &AbsPath) -> Option<String> {
        self.answer(path.as_path());
        LocalDisk.read(path)
    }
}

fn complete(client: &mut Client, path: &Path) -> serde_json::Value {
    let at = json!({ "textDocument": { "uri": uri::of(path) }, "position": { "line": 0, "character": 0 } });
    client.request("textDocument/completion", at)
}

#[test]
fn a_disk_that_hangs_keeps_no_other_folder_waiting() {
    let (folder, hung) = (Folder::empty("problems"), Folder::empty("hung"));
    let root = put_small(&folder, "sum");
    let (validator, script) = (root.join("val.c"), root.join("script.txt"));
    hung.write("sol.cpp", "int main() {}\n");
    let file = hung.path().join("sol.cpp");
    let setup = in_process::trusting().env(HANGS, hung.path());
    let mut client = setup.folder(folder.path()).folder(hung.path()).start();
    // The folder that hangs is a workspace folder, and a file of it is opened first.
    client.open(&file);
    client.open(&script);
    client.save(&file);
    client.tell_files(&[(&file, 2)]);
    // On a busy machine the folder may not be read in the time that a request waits for that.
    let answers = (0..50).filter_map(|_| complete(&mut client, &script).as_array().cloned());
    assert!(answers.take(1).count() == 1, "what is asked about one folder is answered");
    assert!(complete(&mut client, &file).is_null(), "what is asked about the other is answered, with nothing");
    client.open(&validator);
    client.replace(&validator, "#define MAX 9\n", "#define MAX 3\n");
    client.save(&validator);
    client.wait_for(&validator, "error validator-rejects-test");
    client.close(&file);
    assert!(complete(&mut client, &script).is_array());
}
