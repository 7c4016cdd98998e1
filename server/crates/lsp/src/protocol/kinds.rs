//! Our kinds of things in the client's words.

use ide::completion::CompletionKind;
use tower_lsp::lsp_types::CompletionItemKind;

pub(crate) fn completion(kind: CompletionKind) -> CompletionItemKind {
    match kind {
        CompletionKind::Generator => CompletionItemKind::MODULE,
        CompletionKind::Option => CompletionItemKind::PROPERTY,
        CompletionKind::Function => CompletionItemKind::FUNCTION,
        CompletionKind::Method => CompletionItemKind::METHOD,
        CompletionKind::Field => CompletionItemKind::FIELD,
        CompletionKind::Object => CompletionItemKind::VARIABLE,
        CompletionKind::Type => CompletionItemKind::CLASS,
        CompletionKind::Constant => CompletionItemKind::CONSTANT,
        CompletionKind::Macro => CompletionItemKind::KEYWORD,
    }
}
