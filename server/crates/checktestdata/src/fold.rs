//! What an editor can fold.

use crate::source::Span;
use crate::tree::{Block, Operation};
use crate::vocabulary::Word;

/// Commands that an editor can hide.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fold {
    /// The loop, `IF`, or `ELSE`.
    pub word: Word,
    /// From behind the head of the command, or `ELSE`, to the end of the word that ends the block.
    pub span: Span,
}

/// In the order of the text.
pub(crate) fn folds(block: &Block) -> Vec<Fold> {
    let mut folds = Vec::new();
    block.visit(&mut |command| match &command.operation {
        Operation::Repeat(repeat) => folds.push(Fold { word: command.word, span: repeat.body.span }),
        Operation::While(repeat) => folds.push(Fold { word: command.word, span: repeat.body.span }),
        Operation::If(branches) => {
            folds.push(Fold { word: command.word, span: branches.then.span });
            folds.extend(branches.otherwise.iter().map(|block| Fold { word: Word::Else, span: block.span }));
        }
        _ => {}
    });
    folds.sort_by_key(|fold| fold.span);
    folds
}
