//! Building a program in a language of the table, as the table says.

use std::{collections::BTreeMap, fs::File, io::Read as _, sync::Arc};

use problem::{
    digest::KeyBuilder,
    executor::ExecutorError,
    finding::Severity,
    language::Language,
    languages::{self, Entry, Made, Meanings, fill},
    model::Program,
    path::RelPath,
    state::{Build, BuildMessage},
    text::Place,
};

use super::{
    build::{Builder, PRODUCTS, is_lasting, skipped},
    classes,
    messages::{CountedEnds, parse_any},
    pack::{self, Files},
    sources,
    toolchain::{EXECUTABLE, TEMPORARY},
    tools::home_of,
};
use crate::{
    launcher::MAX_FILES,
    local::{CompilerCommand, CompilerResult},
    words::{ending_with, gist},
};

/// Where compilers leave files, in their working directory, and what that is told of as a whole.
const MADE: &str = ".out/made";
const ALL_MADE: &str = ".out/made/";
/// Where the name of the class to start stands among the files of a program that was built: no class lies there.
pub(super) const STARTED_CLASS: &str = "META-INF/touchstone.class";

/// A program with what its language says.
pub(super) struct Described<'p> {
    pub(super) program: &'p Program,
    pub(super) language: &'static str,
    pub(super) entry: &'static Entry,
}

impl<'p> Described<'p> {
    /// `None` for languages that have code of their own.
    pub(super) fn of(program: &'p Program) -> Option<Described<'p>> {
        let entry = program.language.entry().filter(|entry| entry.is_run())?;
        let (language, _) = languages::table().iter().find(|(name, _)| *name == program.language.name())?;
        Some(Described { program, language, entry })
    }
}

/// What the names in the commands of a build mean.
pub(super) struct OfBuild<'a> {
    builder: &'a Builder<'a>,
    described: &'a Described<'a>,
    source: String,
    sources: Vec<String>,
    /// The sources but the one that is started, modules before those that use them.
    others: Vec<String>,
}

impl<'a> OfBuild<'a> {
    /// Those of a build of one file, which lies in the working directory.
    pub(super) fn of_one_file(builder: &'a Builder<'a>, described: &'a Described<'a>, source: String) -> OfBuild<'a> {
        OfBuild { builder, described, sources: vec![source.clone()], others: Vec::new(), source }
    }
}

impl Meanings for OfBuild<'_> {
    fn of(&self, name: &str) -> Option<Vec<String>> {
        let one = |word: &str| Some(vec![word.to_owned()]);
        match name {
            "source" => one(&self.source),
            "sources" => Some(self.sources.clone()),
            "others" => Some(self.others.clone()),
            "directory" => one(self.source.rsplit_once('/').map_or(".", |(directory, _)| directory)),
            "name" => one(self.source.rsplit_once('.').map_or(&self.source, |(name, _)| name)),
            "out" => one(match self.described.entry.makes {
                Made::Nothing | Made::Program | Made::File => EXECUTABLE,
                Made::Files | Made::Classes => MADE,
            }),
            name => home_of(&self.builder.context.toolchain.tools, self.described.language, name),
        }
    }
}

impl Builder<'_> {
    /// Builds a program: what is kept are the files that a run needs, or the executable.
    pub(super) fn build_by_table(&self, described: &Described<'_>) -> Result<Build, ExecutorError> {
        let Described { program, language, entry } = described;
        if let Some(missing) = self.context.toolchain.tools.missing(language, entry) {
            return Ok(skipped(&missing_tool(entry, &entry.tools[missing])));
        }
        let runtime = match self.runtime(language, entry)? {
            Ok(runtime) => runtime,
            Err(why) => return Ok(skipped(&why)),
        };
        if let Err(why) = self.start_up(described, &runtime)? {
            return Ok(skipped(&why));
        }
        let files = sources::files(self.context.folder, program);
        let contents: Vec<(&RelPath, Arc<[u8]>)> =
            files.iter().filter_map(|path| Some((path, self.contents(program, path)?))).collect();
        if contents.first().is_none_or(|(path, _)| *path != &program.sources[0]) {
            return Ok(skipped("the source cannot be read"));
        }
        let mut key = KeyBuilder::new("by table 3").digest(runtime.identity).text(program.path.as_str());
        key = key.text(&format!("{entry:?}")).texts(program.sources.iter().map(RelPath::as_str));
        for (path, bytes) in &contents {
            key = key.text(path.as_str()).field(bytes);
        }
        let key = key.finish();
        let store = self.context.machine.store();
        let is_at_hand = |build: &Build| match build {
            Build::Ok { executable, .. } if entry.makes == Made::Program => store.holds_executable(*executable),
            Build::Ok { executable, .. } => store.holds(executable.digest),
            Build::Failed { .. } | Build::Skipped { .. } => true,
        };
        if let Some(build) = store.built::<Build>(key).filter(is_at_hand) {
            return Ok(build);
        }
        let (build, is_lasting) = self.make(described, &files, &contents)?;
        if is_lasting {
            store.put_result(key, &build);
        }
        Ok(build)
    }

    /// Makes what is kept; and whether it would come to the same the next time.
    pub(super) fn make(
        &self,
        described: &Described<'_>,
        files: &[RelPath],
        contents: &[(&RelPath, Arc<[u8]>)],
    ) -> Result<(Build, bool), ExecutorError> {
        let Described { program, entry, .. } = described;
        let places = sources::places_for_compiler(self.context.folder, program, files);
        let laid: BTreeMap<String, Arc<[u8]>> = (contents.iter())
            .filter_map(|(path, bytes)| Some((places.get(*path)?.clone(), Arc::clone(bytes))))
            .collect();
        let started = places.get(sources::started(self.context.folder, program, files));
        let source = started.unwrap_or(&places[&files[0]]).clone();
        let sources: Vec<String> =
            sources::compiled(files, &program.language).filter_map(|path| places.get(path).cloned()).collect();
        let others: Vec<String> = sources.iter().filter(|other| **other != source).cloned().collect();
        let others = sources::used_first(&others, &laid);
        let meanings = OfBuild { builder: self, described, source, sources, others };
        let mut messages = Vec::new();
        let mut made = BTreeMap::new();
        if !entry.compile.is_empty() {
            let outputs: &[&str] = match entry.makes {
                Made::Nothing => &[],
                Made::Program | Made::File => &[EXECUTABLE],
                Made::Files | Made::Classes => &[ALL_MADE],
            };
            let links = self.compiled_library(described)?;
            let mut result = self.run_by_table(described, &meanings, laid, outputs, links)?;
            messages = self.said(program, &places, &result);
            if !result.status.is_success() {
                if messages.iter().all(|message| message.severity != Severity::Error) {
                    messages = with_words(program, messages, &result);
                }
                let build = Build::Failed { messages };
                let is_lasting = is_lasting(&build, &result);
                return Ok((build, is_lasting));
            }
            messages.retain(|message| message.severity == Severity::Warning);
            made = std::mem::take(&mut result.outputs);
        }
        let own = contents.iter().map(|(path, bytes)| (sources::place_in_run(program, path), bytes.to_vec()));
        let executable = match entry.makes {
            Made::Nothing => pack::keep(self.context.machine.store(), &own.collect())?,
            Made::Program => match made.remove(EXECUTABLE) {
                Some(executable) => self.context.machine.store().adopt_executable(executable)?,
                None => return Ok((nothing_made(program), false)),
            },
            Made::File | Made::Files | Made::Classes => {
                let made = match read(made) {
                    Ok(made) if !made.is_empty() => made,
                    Ok(_) => return Ok((nothing_made(program), false)),
                    Err(why) => return Ok((failed(program, &why), false)),
                };
                match with_resources(described, made, own) {
                    Ok(files) => pack::keep(self.context.machine.store(), &files)?,
                    Err(why) => return Ok((failed(program, &why), true)),
                }
            }
        };
        Ok((Build::Ok { executable, standard: None, messages }, true))
    }

    /// Runs the compiler on files that lie in its working directory, beside links, for what it leaves there.
    pub(super) fn run_by_table(
        &self,
        described: &Described<'_>,
        meanings: &OfBuild<'_>,
        files: BTreeMap<String, Arc<[u8]>>,
        outputs: &[&str],
        links: Vec<(String, String)>,
    ) -> Result<CompilerResult, ExecutorError> {
        let Described { language, entry, .. } = described;
        let unknown = |name: languages::UnknownName| {
            ExecutorError::Failed(format!(
                "the table of languages says of {language}: {name}; mend your languages.toml"
            ))
        };
        let words = fill(&entry.compile, meanings).map_err(unknown)?;
        let tools = &self.context.toolchain.tools;
        let Some(tool) = words.first().and_then(|name| tools.get(language, name)) else {
            return Err(ExecutorError::Failed(format!("the tools of {language} are gone; check again")));
        };
        let env = tools.environment(language, entry, tool).map_err(unknown)?;
        self.context.machine.run_compiler(&CompilerCommand {
            program: tool.path.clone(),
            args: words[1..].to_vec(),
            files,
            links,
            directories: [TEMPORARY, PRODUCTS, MADE].map(str::to_owned).to_vec(),
            outputs: outputs.iter().map(|&path| path.to_owned()).collect(),
            env,
            address_bytes: Some(entry.address_gb.unwrap_or(ADDRESS_GB) << 30),
        })
    }

    /// What a tool said of the sources, at their places in the folder.
    fn said(
        &self,
        program: &Program,
        places: &BTreeMap<RelPath, String>,
        result: &CompilerResult,
    ) -> Vec<BuildMessage> {
        let written = [&result.stderr[..], &result.stdout[..]].map(String::from_utf8_lossy).join("\n");
        let laid: Vec<&str> = places.values().map(String::as_str).collect();
        let mut messages = parse_any(&written, &laid);
        for place in messages.iter_mut().filter_map(|message| message.place.as_mut()) {
            if let Some((path, _)) = places.iter().find(|(_, laid)| **laid == place.file) {
                place.file = path.to_string();
            }
        }
        self.placed(program, CountedEnds::Every, &messages)
    }
}

/// How much address space the tools of a language may reserve that says nothing of it, gibibytes.
pub(super) const ADDRESS_GB: u64 = 64;

/// What is said where a language cannot be run.
pub(super) fn missing_tool(entry: &Entry, names: &[String]) -> String {
    let lacks = format!("programs in {} need {}, which is not on the PATH", entry.title, names.join(" or "));
    match entry.package.as_str() {
        "" => format!("{lacks}; install it, or name it in your languages.toml"),
        package => format!("{lacks}; install it (on Debian: apt install {package})"),
    }
}

/// The classes that a program may be meant to be started by, the likeliest first.
fn wanted_classes(program: &Program) -> Vec<String> {
    let stem = program.sources[0].stem().to_owned();
    // Kotlin's functions outside of classes.
    let mut capital: Vec<char> = stem.chars().collect();
    if let Some(first) = capital.first_mut() {
        *first = first.to_ascii_uppercase();
    }
    let capital: String = capital.into_iter().collect();
    let included = program.sources[1..].iter().map(|path| path.stem().to_owned());
    included.chain([stem.clone(), format!("{capital}Kt"), format!("{stem}Kt"), "Main".to_owned()]).collect()
}

fn read(outputs: BTreeMap<String, File>) -> Result<Files, String> {
    let mut files = Files::new();
    for (path, mut file) in outputs {
        let name = path.strip_prefix(ALL_MADE).unwrap_or(MADE_FILE).to_owned();
        let mut bytes = Vec::new();
        file.read_to_end(&mut bytes).map_err(|error| format!("what was made cannot be kept ({error})"))?;
        files.insert(name, bytes);
    }
    Ok(files)
}

/// The one file that is run by another program, as a run finds it.
pub(super) const MADE_FILE: &str = "program.out";

/// What was made, with what else lies in a program's directory and may be read by it: that takes no place of what was made.
/// Of classes the one to start is noted.
fn with_resources(
    described: &Described<'_>,
    mut made: Files,
    own: impl Iterator<Item = (String, Vec<u8>)>,
) -> Result<Files, String> {
    let Described { program, entry, .. } = described;
    let class = match entry.makes {
        Made::Classes => {
            let class = classes::main_class(&made, &wanted_classes(program));
            Some(class.ok_or_else(|| "no class has `public static void main(String[])`".to_owned())?)
        }
        Made::Nothing | Made::Program | Made::File | Made::Files => None,
    };
    let is_source = |path: &str| {
        let language = RelPath::parse(path).and_then(|path| Language::from_path(&path));
        language.as_ref() == Some(&program.language)
    };
    for (path, bytes) in own.filter(|(path, _)| !is_source(path)) {
        made.entry(path).or_insert(bytes);
    }
    made.extend(class.map(|class| (STARTED_CLASS.to_owned(), class.into_bytes())));
    if made.len() >= MAX_FILES {
        return Err(format!("more than {MAX_FILES} files come of it, which no run takes"));
    }
    Ok(made)
}

fn nothing_made(program: &Program) -> Build {
    failed(program, "its compiler ended well and made nothing")
}

fn failed(program: &Program, text: &str) -> Build {
    Build::Failed { messages: vec![message_of(program, text)] }
}

fn message_of(program: &Program, text: &str) -> BuildMessage {
    let place = Place { path: program.sources[0].clone(), range: Default::default() };
    BuildMessage { severity: Severity::Error, place: Some(place), text: text.to_owned(), related: Vec::new() }
}

/// With what a tool wrote that failed and named no place.
fn with_words(program: &Program, mut messages: Vec<BuildMessage>, result: &CompilerResult) -> Vec<BuildMessage> {
    let written = [&result.stderr[..], &result.stdout[..]].map(String::from_utf8_lossy).join("\n");
    let text = format!("it does not compile: {}", ending_with(result.status, &gist(&written)));
    messages.push(message_of(program, &text));
    messages
}
