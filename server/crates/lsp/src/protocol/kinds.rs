//! Our kinds of things in the client's words.

use ide::{completion::CompletionKind, script::Colour};
use tower_lsp::lsp_types::{CompletionItemKind, SemanticTokenType};

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
        CompletionKind::Snippet => CompletionItemKind::SNIPPET,
        CompletionKind::File => CompletionItemKind::FILE,
        CompletionKind::Macro => CompletionItemKind::KEYWORD,
    }
}

/// The names of [`Colour::ALL`] in the protocol.
pub(crate) fn legend() -> Vec<SemanticTokenType> {
    let name = |colour: &Colour| match colour {
        Colour::Comment => SemanticTokenType::COMMENT,
        Colour::Keyword => SemanticTokenType::KEYWORD,
        Colour::Function => SemanticTokenType::FUNCTION,
        Colour::Option => SemanticTokenType::PARAMETER,
        Colour::Number => SemanticTokenType::NUMBER,
        Colour::Text => SemanticTokenType::STRING,
        Colour::Variable => SemanticTokenType::VARIABLE,
        Colour::Operator => SemanticTokenType::OPERATOR,
    };
    Colour::ALL.iter().map(name).collect()
}
