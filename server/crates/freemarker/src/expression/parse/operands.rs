//! Operands and what follows them.

use std::rc::Rc;

use super::{
    super::{BuiltIn, Expression, Kind, Part, Place, Postfix, Value, Wrong},
    Parser, RESERVED, Symbol, Token,
};
use crate::{scan, source::Span};

impl Parser<'_> {
    pub(super) fn postfixed(&mut self) -> Result<Expression, Wrong> {
        let base = self.operand()?;
        let mut steps = Vec::new();
        while let Some(step) = self.postfix()? {
            steps.push(step);
        }
        if steps.is_empty() {
            return Ok(base);
        }
        let span = base.span.to(self.last_span());
        Ok(Expression { span, kind: Kind::Postfix(Box::new(base), steps) })
    }

    fn postfix(&mut self) -> Result<Option<Postfix>, Wrong> {
        if self.eat(Symbol::Dot) {
            return self.name("a key").map(|name| Some(Postfix::Key(name)));
        }
        if self.eat(Symbol::OpenBracket) {
            let index = self.expression()?;
            self.close(Symbol::CloseBracket, "`]`")?;
            return Ok(Some(Postfix::Index(index)));
        }
        if self.eat(Symbol::Question) {
            return self.built_in().map(|built_in| Some(Postfix::BuiltIn(built_in)));
        }
        if self.eat(Symbol::Exists) {
            return Ok(Some(Postfix::Exists));
        }
        if self.eat(Symbol::Exclamation) {
            let has_value = self.begins_operand() && !self.begins_assignment();
            let value = if has_value { Some(self.expression()?) } else { None };
            return Ok(Some(Postfix::Default(value)));
        }
        if self.peek_symbol() == Some(Symbol::Open) {
            let message = "functions and methods are not supported; use a built-in such as `?size`".to_owned();
            return Err(Wrong { span: self.next_span(), message });
        }
        Ok(None)
    }

    /// `name`, `name(args)`, and for `?string` also `["0.0"]` and `.computer`.
    fn built_in(&mut self) -> Result<BuiltIn, Wrong> {
        let span = self.next_span();
        let name = snake_case(&self.name("the name of a built-in")?);
        let args = if self.eat(Symbol::Open) {
            self.list(Symbol::Close, "`)`")?
        } else if name == "string" && self.eat(Symbol::OpenBracket) {
            self.list(Symbol::CloseBracket, "`]`")?
        } else if name == "string" && self.eat(Symbol::Dot) {
            let span = self.next_span();
            let format = self.name("a format")?;
            vec![Expression { span, kind: Kind::Constant(Value::text(format)) }]
        } else {
            Vec::new()
        };
        Ok(BuiltIn { name, args, span })
    }

    fn operand(&mut self) -> Result<Expression, Wrong> {
        let span = self.next_span();
        let Some(token) = self.peek().cloned() else {
            return Err(self.unexpected("a value"));
        };
        let kind = match token {
            Token::Number(number) => Kind::Constant(Value::Number(number)),
            Token::Text { content, is_raw: true } => Kind::Constant(Value::text(content)),
            Token::Text { content, is_raw: false } => self.string(&content, span)?,
            Token::Name(name) => match name.as_str() {
                "true" => Kind::Constant(Value::Boolean(true)),
                "false" => Kind::Constant(Value::Boolean(false)),
                name if RESERVED.contains(&name) => return Err(self.unexpected("a value")),
                _ => Kind::Variable(name),
            },
            Token::Symbol(symbol) => return self.bracketed(symbol, span),
        };
        self.at += 1;
        Ok(Expression { span, kind })
    }

    fn bracketed(&mut self, symbol: Symbol, first: Span) -> Result<Expression, Wrong> {
        if self.eat(Symbol::Open) {
            let inside = self.expression()?;
            self.close(Symbol::Close, "`)`")?;
            return Ok(Expression { span: first.to(self.last_span()), kind: inside.kind });
        }
        let kind = if self.eat(Symbol::OpenBracket) {
            Kind::Sequence(self.list(Symbol::CloseBracket, "`]`")?)
        } else if symbol == Symbol::OpenBrace {
            self.at += 1;
            Kind::Hash(self.entries()?)
        } else {
            return Err(self.unexpected("a value"));
        };
        Ok(Expression { span: first.to(self.last_span()), kind })
    }

    /// Expressions up to a closing bracket. FreeMarker lets the commas out, and so does this.
    fn list(&mut self, close: Symbol, wanted: &str) -> Result<Vec<Expression>, Wrong> {
        let mut items = Vec::new();
        while !self.eat(close) {
            if !self.begins_operand() {
                return Err(self.unexpected(&format!("a value or {wanted}")));
            }
            items.push(self.expression()?);
            self.eat(Symbol::Comma);
        }
        Ok(items)
    }

    fn entries(&mut self) -> Result<Vec<(Expression, Expression)>, Wrong> {
        let mut entries = Vec::new();
        while !self.eat(Symbol::CloseBrace) {
            let key = self.expression()?;
            self.close(Symbol::Colon, "`:`")?;
            entries.push((key, self.expression()?));
            if !self.eat(Symbol::Comma) && self.peek_symbol() != Some(Symbol::CloseBrace) {
                return Err(self.unexpected("`,` or `}`"));
            }
        }
        Ok(entries)
    }

    /// A string may have interpolations in it.
    fn string(&self, content: &str, span: Span) -> Result<Kind, Wrong> {
        let mut parts = Vec::new();
        let mut rest = content;
        while let Some(start) = rest.find("${") {
            let unclosed = || Wrong { span, message: "`${` is not closed; add `}` in the string".to_owned() };
            let end = scan::interpolation_end(rest, start + 2).ok_or_else(unclosed)?;
            parts.push(Part::Text(Rc::from(&rest[..start])));
            let inner = Parser::nested(&rest[start + 2..end], Place::Within(span), self.depth)?;
            parts.push(Part::Interpolation(inner.only_expression()?));
            rest = &rest[end + 1..];
        }
        if parts.is_empty() {
            return Ok(Kind::Constant(Value::text(content)));
        }
        parts.push(Part::Text(Rc::from(rest)));
        Ok(Kind::Template(parts))
    }
}

fn snake_case(name: &str) -> String {
    let mut snake = String::new();
    for character in name.chars() {
        if character.is_ascii_uppercase() {
            snake.push('_');
        }
        snake.push(character.to_ascii_lowercase());
    }
    snake
}
