// Steps of one session: each needs those before it.

/** Runs steps until one fails; then there is a picture of it, and what the editor said last. */
export function stepper(t, editor, name) {
  const began = Date.now();
  let failed = false;
  return (title, act) =>
    t.test(title, async (context) => {
      if (failed) return context.skip("an earlier step failed");
      try {
        await act(context);
      } catch (error) {
        failed = true;
        await editor.shot(`FAILED-${name}`).catch(() => undefined);
        const said = editor.output.split("\n").filter((line) => line.startsWith("["));
        console.error(said.slice(-20).join("\n"));
        throw error;
      } finally {
        console.log(`${((Date.now() - began) / 1000).toFixed(1)} s: ${title}`);
      }
    });
}
