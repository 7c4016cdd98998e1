// ==== EXPLAIN: verdicts, generators and the end of a record ==================================

namespace testlib_detail {

TESTLIB_RARE_CODE

TESTLIB_BODY const char* verdict_word(TResult result) {
    switch (result) {
        case _ok: return "ok";
        case _wa: return "wa";
        case _pe: return "pe";
        case _dirt: return "dirt";
        case _points: return "points";
        case _unexpected_eof: return "unexpected_eof";
        default: return result >= _partially ? "partially" : "fail";
    }
}

// Opens the record if a tool asks for one.
TESTLIB_BODY void trace_begin() {
    const char* const where = std::getenv("TESTLIB_TRACE");
    if (where == nullptr || *where == '\0' || state().tracing != nullptr)
        return;
    const char* const level = std::getenv("TESTLIB_TRACE_LEVEL");
    const char* const form = std::getenv("TESTLIB_TRACE_FORMAT");
    trace* const opened = new trace();
    if (std::strncmp(where, "fd:", 3) == 0)
        opened->descriptor = std::atoi(where + 3);
    else if (FILE* const file = testlib_fopen_(where, "wb"))
        opened->descriptor = file_descriptor(file);
    if (opened->descriptor < 0) {
        delete opened;
        return;
    }
    opened->reads = level != nullptr && std::strcmp(level, "reads") == 0;
    opened->bounds = level != nullptr && std::strcmp(level, "bounds") == 0;
    opened->packed = form != nullptr && std::strcmp(form, "bin") == 0;
    if (opened->packed)
        opened->put("TLT\1", 4);
    state().tracing = opened;
    if (opened->bounds) {
        state().validator.variables().keep_extremes();
        return;
    }
    new stream_record(*opened, state().inf, "inf");
    new stream_record(*opened, state().ouf, "ouf");
    new stream_record(*opened, state().ans, "ans");
}

// The stream in which a verdict first comes up decides it.
TESTLIB_BODY void trace_deciding_stream(const InStream& stream) {
    trace* const open = state().tracing;
    if (open != nullptr && open->stream == nullptr)
        open->stream = &stream;
}

// Reads of another test case are not those that were expected.
TESTLIB_BODY void begin_test_case(int test_case) {
    state().test_case = test_case;
    InStream* const streams[] = {&state().inf, &state().ouf, &state().ans};
    for (size_t i = 0; i < sizeof(streams) / sizeof(streams[0]); ++i)
        if (stream_record::of(*streams[i]) != nullptr)
            stream_record::of(*streams[i])->disturb();
}

TESTLIB_BODY void trace_difference() {
    const stream_record* const ouf = stream_record::of(state().ouf);
    const stream_record* const ans = stream_record::of(state().ans);
    if (!ouf->has_read() || !ans->has_read())
        return;
    json_object object("differ");
    object.add("ouf_offset", ouf->offset());
    object.add("ans_offset", ans->offset());
    object.add("ouf", text_ref(ouf->text()));
    object.add("ans", text_ref(ans->text()));
    state().tracing->record(object.finish());
}

TESTLIB_BODY void trace_verdict(TResult result, const std::string& message) {
    trace* const open = state().tracing;
    if (open == nullptr || open->told_verdict)
        return;
    open->told_verdict = true;
    json_object object("fail");
    object.add("verdict", text_ref(verdict_word(result)));
    object.add("message", text_ref(message));
    object.add(state().deciding_call);
    // What a validator or a generator finds wrong by itself is about the input, as far as it was
    // read.
    const InStream& said = open->stream == nullptr ? state().ouf : *open->stream;
    const InStream& about =
        state().mode == _validator || said.mode == _input ? state().inf : said;
    const stream_record* const record = stream_record::of(about);
    if (record != nullptr)
        record->describe(object);
    if (state().test_case != no_test_case)
        object.add("test_case", static_cast<long long>(state().test_case));
    open->record(object.finish());
    if ((result == _wa || result == _pe) && open->tell_difference != nullptr)
        open->tell_difference();
    open->flush();
}

TESTLIB_BODY void trace_generator() {
    const trace& open = *state().tracing;
    json_object object("gen");
    object.add_unsigned("seed", open.seed);
    object.add_unsigned("draws", state().rnd.steps());
    std::string options;
    for (const trace::option* i = open.options; i != nullptr; i = i->next) {
        json_object option(nullptr);
        option.add("key", text_ref(i->key));
        option.add("type", text_ref(i->type));
        if (i->has_fallback)
            option.add("default", text_ref(i->fallback));
        TestlibOpt* const given = option_table(state().options.by_key).find(i->key);
        if (given != nullptr)
            option.add("value", text_ref(given->value));
        options.append(options.empty() ? "[" : ",").append(option.finish());
    }
    object.add_plain("options", options.append(options.empty() ? "[]" : "]"));
    state().tracing->record(object.finish());
}

// A bound that was another one in another read is left out.
TESTLIB_BODY void trace_bounds() {
    const variable_record* i = state().validator.variables().records();
    for (; i != nullptr; i = i->next) {
        if (!i->bounded)
            continue;
        json_object object("bounds");
        object.add("name", text_ref(i->shown));
        if (i->lower.known())
            object.add("lo", i->lower.value());
        if (i->upper.known())
            object.add("hi", i->upper.value());
        object.add_plain("lo_hit", i->hit.minHit ? "true" : "false");
        object.add_plain("hi_hit", i->hit.maxHit ? "true" : "false");
        if (i->least.kind != bound_value::none) {
            object.add("min", i->least);
            object.add("max", i->greatest);
            if (i->has_sum)
                object.add("sum", i->sum);
        }
        object.add(i->at);
        state().tracing->record(object.finish());
    }
}

TESTLIB_BODY void trace_end() {
    trace* const open = state().tracing;
    if (open == nullptr)
        return;
    if (open->bounds)
        trace_bounds();
    if (open->tell_more != nullptr)
        open->tell_more();
    open->end_run();
    json_object object("end");
    object.add_unsigned("reads", open->read_count);
    object.add("exit_code", static_cast<long long>(state().exit_code));
    open->record(object.finish());
    open->flush();
}

TESTLIB_BODY void note_option(const std::string& key, const char* type,
                              const std::string* fallback) {
    trace* const open = state().tracing;
    if (open == nullptr)
        return;
    trace::option** place = &open->options;
    while (*place != nullptr && (*place)->key != key)
        place = &(*place)->next;
    if (*place == nullptr) {
        *place = new trace::option();
        (*place)->key = key;
    }
    (*place)->type = type;
    if (fallback != nullptr) {
        (*place)->fallback = *fallback;
        (*place)->has_fallback = true;
    }
}

TESTLIB_RARE_CODE_END

}  // namespace testlib_detail
