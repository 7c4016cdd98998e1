//! stub
pub(crate) struct View { pub(crate) width: usize, pub(crate) color: bool, pub(crate) unicode: bool }
pub(crate) fn render(r: &problem::report::Report, _s: &dyn Fn(&str)->Option<String>, _v: &View) -> String { 
  let mut o = String::new();
  for (s,row) in r.matrix.solutions.iter().zip(&r.matrix.verdicts) { o += &format!("{s:40} {}\n", row.join(" ")); }
  for f in &r.findings { o += &format!("{:?} {} {:?}:{} {}\n", f.severity, f.code, f.path, f.range.start.line+1, f.message); }
  o += &format!("{:?}", r.metrics);
  o }
