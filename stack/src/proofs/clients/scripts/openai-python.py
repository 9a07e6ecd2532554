"""What users of `openai` for Python write. The environment is that of openai-javascript.mjs; prints what was called, as JSON."""

import base64
import json
import os
import re
import sys
import uuid

import openai

URL = os.environ["INFRA_URL"]
APPS = os.environ["INFRA_APPS"].split(",")
client = openai.OpenAI(base_url=f"{URL}/v1", api_key=os.environ["INFRA_KEY"], timeout=600, max_retries=5)
report = {"calls": 0, "finished": 0, "left": 0, "skipped": [], "failed": []}


def end():
    print(json.dumps(report))
    sys.exit(1 if report["failed"] else 0)


def call(app, name, calls=1, finished=None, left=0):
    """Runs the function at once: one call or more of an app, which make so many jobs that finish and so many that are left."""

    def run(work):
        if app and app not in APPS:
            report["skipped"].append(name)
            return
        try:
            work()
            report["calls"] += calls
            report["finished"] += (1 if app else 0) if finished is None else finished
            report["left"] += left
        except Exception as error:
            line = error.__traceback__.tb_next.tb_lineno if error.__traceback__.tb_next else 0
            report["failed"].append(f"{name}: {type(error).__name__} {error} (line {line})")
            if os.environ.get("INFRA_STOP_AT_FAILURE"):
                end()

    return run


def refused(name, work, kind, **expected):
    """Refused for this reason, with all that OpenAI's errors have."""

    def check():
        try:
            work()
        except openai.APIStatusError as error:
            assert isinstance(error, kind), type(error)
            assert set(error.body) - {"available", "keyLeft", "needed"} == {"code", "message", "param", "type"}, error.body
            assert len(error.body["message"]) > 10
            got = {"status": error.status_code, "type": error.type, "code": error.code, "param": error.param}
            for field, value in expected.items():
                assert got[field] == value, f"{field} is {got[field]}"
            assert error.request_id
            assert error.response.headers["x-should-retry"] == "false"
            return
        raise AssertionError("it was not refused")

    call(None, name)(check)


def fields(value, names):
    given = set(value if isinstance(value, dict) else value.model_dump(exclude_unset=True))
    assert given == set(names.split()), f"{sorted(given)} instead of {names}"


def headers(response, app):
    names = (
        "infra-job infra-app infra-cost infra-balance infra-key-left infra-node infra-receipt ratelimit ratelimit-policy x-request-id"
    )
    for name in names.split():
        assert response.headers.get(name), f"{name} is missing"
    assert re.fullmatch(rf"{app}@\d+", response.headers["infra-app"])


def is_png(content):
    assert content[1:4] == b"PNG"


# Models


@call(None, "models")
def _():
    models = client.models.list()
    assert models.object == "list"
    assert len(models.data) > 5
    for model in models.data:
        fields(model, "id object created owned_by infra")
    fields(models.data[0].infra, "version price endpoints nodesOnline aboutSeconds")


@call(None, "a model")
def _():
    model = client.models.retrieve("speak")
    fields(model, "id object created owned_by infra")
    assert (model.id, model.object, model.owned_by) == ("speak", "model", "infra")


# Speech

spoken = {}
SPEECH = {"model": "speak", "voice": "af_heart"}


@call("speak", "speech as WAV")
def _():
    raw = client.audio.speech.with_raw_response.create(
        **SPEECH, input="The quick brown fox jumps over the lazy dog.", response_format="wav"
    )
    headers(raw, "speak")
    assert raw.headers["content-type"] == "audio/wav"
    spoken["wav"] = raw.content
    assert raw.content[:4] == b"RIFF"


@call("speak", "speech as MP3, which is WAV")
def _():
    answer = client.audio.speech.create(**SPEECH, input="Hello.", response_format="mp3")
    assert answer.response.headers["infra-ignored"] == "response_format"
    assert answer.content[:4] == b"RIFF"


@call("speak", "speech by OpenAI's names, into a file")
def _():
    with client.audio.speech.with_streaming_response.create(
        model="tts-1", voice="alloy", input="Hello.", speed=1.25
    ) as answer:
        answer.stream_to_file("hello.wav")
    with open("hello.wav", "rb") as file:
        assert file.read(4) == b"RIFF"


@call("speak", "speech as PCM")
def _():
    answer = client.audio.speech.create(**SPEECH, input="Hello.", response_format="pcm")
    assert re.fullmatch(r"audio/pcm;rate=\d+;channels=1;bits=16", answer.response.headers["content-type"])
    assert len(answer.content) > 1000


@call("speak", "speech as events")
def _():
    with client.audio.speech.with_streaming_response.create(
        **SPEECH, input="Hello.", stream_format="sse"
    ) as answer:
        events = [json.loads(line[6:]) for line in answer.iter_lines() if line.startswith("data: ")]
    assert events[-1] == {"type": "speech.audio.done"}
    for event in events[:-1]:
        fields(event, "type audio")
    assert base64.b64decode(events[0]["audio"])[:4] == b"RIFF"


# Transcription


def transcribe(**more):
    return client.audio.transcriptions.create(model="transcribe", file=("speech.wav", spoken["wav"]), **more)


def is_usage(usage):
    fields(usage, "type seconds")
    assert usage.type == "duration" and usage.seconds > 0


@call("transcribe", "transcription")
def _():
    answer = transcribe()
    fields(answer, "text usage")
    assert len(answer.text) > 5
    is_usage(answer.usage)


@call("transcribe", "transcription as verbose JSON")
def _():
    answer = transcribe(response_format="verbose_json", timestamp_granularities=["segment"])
    fields(answer, "task language duration segments text usage")
    assert answer.duration > 0
    is_usage(answer.usage)
    assert answer.segments
    for segment in answer.segments:
        fields(segment, "id seek start end text tokens temperature avg_logprob compression_ratio no_speech_prob")
        given = segment.model_dump()
        assert given.pop("text") and given.pop("tokens") == []
        for name, figure in given.items():
            assert isinstance(figure, (int, float)), name


@call("transcribe", "transcription as text")
def _():
    assert re.search(r"\w.*\n$", transcribe(response_format="text"), re.S)


@call("transcribe", "transcription as SRT")
def _():
    assert re.match(r"1\n00:00:\d\d,\d{3} --> 00:00:\d\d,\d{3}\n.", transcribe(response_format="srt"))


@call("transcribe", "transcription as VTT")
def _():
    assert re.match(r"WEBVTT\n\n00:00:\d\d\.\d{3} --> 00:00:\d\d\.\d{3}\n.", transcribe(response_format="vtt"))


@call("transcribe", "transcription as a stream")
def _():
    events = list(transcribe(stream=True))
    done = events.pop()
    fields(done, "type text usage")
    assert done.type == "transcript.text.done"
    for event in events:
        fields(event, "type delta")
    assert "".join(event.delta for event in events) == done.text


@call("transcribe", "transcription with what has no effect")
def _():
    raw = client.audio.transcriptions.with_raw_response.create(
        model="whisper-1", file=("speech.wav", spoken["wav"]), language="en", prompt="A fox.", temperature=0
    )
    headers(raw, "transcribe")
    assert sorted(raw.headers["infra-ignored"].split(", ")) == ["language", "prompt", "temperature"]
    assert raw.parse().text


if "wav" in spoken:
    refused(
        "words of a transcription",
        lambda: transcribe(response_format="verbose_json", timestamp_granularities=["word", "segment"]),
        openai.BadRequestError,
        type="invalid_request_error",
        code="unsupported_parameter",
        param="timestamp_granularities.0",
    )

# Edits


@call("erase-fill", "an edit with a mask")
def _():
    raw = client.images.with_raw_response.edit(
        model="erase-fill", image=open("photo.png", "rb"), mask=open("mask.png", "rb"), prompt="nothing"
    )
    headers(raw, "erase-fill")
    answer = raw.parse()
    fields(answer, "created data output_format")
    fields(answer.data[0], "b64_json")
    assert answer.created > 1_700_000_000 and answer.output_format == "png"
    is_png(base64.b64decode(answer.data[0].b64_json))


@call("erase-fill", "an edit of what is transparent, as an address")
def _():
    answer = client.images.edit(
        model="gpt-image-1", image=[open("mask.png", "rb")], prompt="nothing", size="auto", n=1, response_format="url"
    )
    fields(answer.data[0], "url")
    assert answer.data[0].url.startswith("http")


refused(
    "an edit of several pictures",
    lambda: client.images.edit(
        model="erase-fill", image=[open("photo.png", "rb"), open("mask.png", "rb")], prompt="-"
    ),
    openai.BadRequestError,
    type="invalid_request_error",
    code="invalid_value",
    param="image",
)

# Pictures

FOX = {"model": "imagine", "prompt": "a fox", "size": "512x512", "quality": "low"}


@call("imagine", "a picture")
def _():
    raw = client.images.with_raw_response.generate(**FOX)
    headers(raw, "imagine")
    answer = raw.parse()
    fields(answer, "created data output_format")
    is_png(base64.b64decode(answer.data[0].b64_json))


@call("imagine", "a picture as an address")
def _():
    answer = client.images.generate(**{**FOX, "model": "dall-e-2"}, n=1, response_format="url")
    fields(answer.data[0], "url")


@call("imagine", "a picture as a stream")
def _():
    partial, completed = list(client.images.generate(**FOX, stream=True, partial_images=1))
    assert (partial.type, completed.type) == ("image_generation.partial_image", "image_generation.completed")
    fields(partial, "type b64_json partial_image_index output_format")
    assert (partial.partial_image_index, partial.output_format) == (0, "webp")
    fields(completed, "type b64_json output_format created_at")
    is_png(base64.b64decode(completed.b64_json))


refused(
    "two pictures at once",
    lambda: client.images.generate(**FOX, n=2),
    openai.BadRequestError,
    type="invalid_request_error",
    code="unsupported_parameter",
    param="n",
)

# Chat

CHAT = {
    "model": "write",
    "messages": [{"role": "system", "content": "Be brief."}, {"role": "user", "content": "Hi"}],
    "max_completion_tokens": 64,
    "temperature": 0.7,
    "seed": 7,
}
CHUNK = "id object created model choices"


def is_choice(choice, part):
    fields(choice, f"index {part} finish_reason logprobs")
    assert choice.index == 0


def is_text(answer, prefix, kind, app):
    assert re.fullmatch(rf"{prefix}-[0-9a-f-]{{36}}", answer.id)
    assert answer.created > 1_700_000_000
    assert (answer.object, answer.model) == (kind, app)


def is_chat(answer):
    fields(answer, CHUNK)
    is_text(answer, "chatcmpl", "chat.completion", "write")
    is_choice(answer.choices[0], "message")
    fields(answer.choices[0].message, "role content refusal")
    assert answer.choices[0].finish_reason == "stop"
    assert answer.choices[0].message.role == "assistant"
    assert len(answer.choices[0].message.content) > 2


@call("write", "chat")
def _():
    raw = client.chat.completions.with_raw_response.create(**CHAT)
    headers(raw, "write")
    is_chat(raw.parse())


@call("write", "chat that goes on with the answer as it came", calls=2, finished=2)
def _():
    first = client.chat.completions.create(**CHAT)
    is_chat(first)
    parts = [{"type": "text", "text": "And?"}]
    messages = [*CHAT["messages"], first.choices[0].message, {"role": "user", "content": parts}]
    more = {"n": 1, "presence_penalty": 0, "logprobs": False, "tools": [], "stop": None}
    is_chat(client.chat.completions.create(**{**CHAT, "messages": messages, **more}))


@call("write", "chat as a stream")
def _():
    chunks = list(client.chat.completions.create(**CHAT, stream=True))
    for chunk in chunks:
        fields(chunk, CHUNK)
        is_text(chunk, "chatcmpl", "chat.completion.chunk", "write")
        is_choice(chunk.choices[0], "delta")
    assert chunks[0].choices[0].delta.model_dump(exclude_unset=True) == {"role": "assistant", "content": ""}
    assert chunks[-1].choices[0].delta.model_dump(exclude_unset=True) == {}
    assert chunks[-1].choices[0].finish_reason == "stop"
    assert len("".join(chunk.choices[0].delta.content or "" for chunk in chunks)) > 2


@call("write", "chat as a stream with its usage")
def _():
    last = list(client.chat.completions.create(**CHAT, stream=True, stream_options={"include_usage": True}))[-1]
    fields(last, f"{CHUNK} usage infra")
    fields(last.infra, "job credits receipt")
    assert last.choices == [] and last.usage is None
    assert last.infra["credits"] > 0 and last.infra["receipt"] and last.infra["job"]


@call("write", "chat by the helper that gathers a stream")
def _():
    with client.chat.completions.stream(**CHAT) as stream:
        assert len(stream.get_final_completion().choices[0].message.content) > 2


refused(
    "chat with tools",
    lambda: client.chat.completions.create(**CHAT, tools=[{"type": "function", "function": {"name": "f"}}]),
    openai.BadRequestError,
    type="invalid_request_error",
    code="unsupported_parameter",
    param="tools",
)
refused(
    "chat in JSON",
    lambda: client.chat.completions.create(**CHAT, response_format={"type": "json_object"}),
    openai.BadRequestError,
    type="invalid_request_error",
    code="unsupported_parameter",
    param="response_format.type",
)

# Completions

STORY = {"model": "story-teller", "prompt": "Once upon a time", "max_tokens": 32, "temperature": 0, "seed": 7}


def is_story(answer):
    fields(answer, CHUNK)
    is_text(answer, "cmpl", "text_completion", "story-teller")
    is_choice(answer.choices[0], "text")


@call("story-teller", "completion")
def _():
    raw = client.completions.with_raw_response.create(**STORY)
    headers(raw, "story-teller")
    answer = raw.parse()
    is_story(answer)
    assert answer.choices[0].finish_reason == "stop"
    assert len(answer.choices[0].text) > 5


@call("story-teller", "completion with its beginning")
def _():
    answer = client.completions.create(**STORY, echo=True, stop=["\n\n\n"], user="me")
    assert answer.choices[0].text.startswith("Once upon a time")


@call("story-teller", "completion as a stream")
def _():
    chunks = list(client.completions.create(**STORY, stream=True))
    for chunk in chunks:
        is_story(chunk)
    assert chunks[-1].choices[0].finish_reason == "stop"
    assert len("".join(chunk.choices[0].text for chunk in chunks)) > 5


@call("story-teller", "completion as a stream with its usage")
def _():
    last = list(client.completions.create(**STORY, stream=True, stream_options={"include_usage": True}))[-1]
    fields(last, f"{CHUNK} usage infra")


# Any app


@call("story-teller", "an app by its own fields")
def _():
    job = client.post("/apps/story-teller", body={"prompt": "Once", "length": 20}, cast_to=object)
    assert job["status"] == "finished"


# Repeats, limits and leaving


@call("story-teller", "the same twice by an idempotency key", calls=2)
def _():
    once = {"Idempotency-Key": str(uuid.uuid4())}
    first = client.completions.with_raw_response.create(**STORY, extra_headers=once)
    second = client.completions.with_raw_response.create(**STORY, extra_headers=once)
    assert second.headers["infra-job"] == first.headers["infra-job"]
    assert second.headers["idempotency-replayed"] == "true"
    assert second.parse().choices[0].text == first.parse().choices[0].text


LONG = {**STORY, "prompt": "It took a long time", "max_tokens": 256}


@call("story-teller", "a stream that is left", finished=0, left=1)
def _():
    with client.completions.create(**LONG, stream=True) as stream:
        for chunk in stream:
            if chunk.choices[0].text:
                break


@call("story-teller", "a call that is left", finished=0, left=1)
def _():
    try:
        client.with_options(timeout=0.4, max_retries=0).completions.create(**{**LONG, "seed": 8})
    except openai.APITimeoutError:
        return
    raise AssertionError("it was done")


@call("story-teller", "a job that is not done in time", finished=0, left=1)
def _():
    try:
        client.completions.create(**{**LONG, "seed": 9}, extra_headers={"Cancel-After": "1s"})
    except openai.InternalServerError as error:
        assert (error.status_code, error.type, error.code) == (502, "server_error", "expired"), error
        return
    raise AssertionError("it was done")


# Errors

refused(
    "a wrong key",
    lambda: client.with_options(api_key="infra_sk_wrong").models.list(),
    openai.AuthenticationError,
    type="invalid_request_error",
    code="invalid_api_key",
)
refused(
    "a key that may not order",
    lambda: client.with_options(api_key=os.environ["INFRA_READ_KEY"]).completions.create(**STORY),
    openai.PermissionDeniedError,
    type="invalid_request_error",
    code="scope_missing",
)
refused(
    "an unknown model",
    lambda: client.chat.completions.create(**{**CHAT, "model": "gpt-9"}),
    openai.NotFoundError,
    type="invalid_request_error",
    code="model_not_found",
    param="model",
)
refused(
    "an unknown parameter",
    lambda: client.chat.completions.create(**CHAT, extra_body={"colour": "red"}),
    openai.BadRequestError,
    type="invalid_request_error",
    code="unknown_parameter",
    param="colour",
)
refused(
    "a prompt that is too long",
    lambda: client.completions.create(**{**STORY, "prompt": "x" * 500}),
    openai.BadRequestError,
    type="invalid_request_error",
    code="invalid_value",
    param="prompt",
)
refused(
    "a price above the limit",
    lambda: client.completions.create(**STORY, extra_headers={"Infra-Max-Credits": "0"}),
    openai.APIStatusError,
    status=402,
    type="insufficient_quota",
    code="price_above_limit",
)
refused(
    "embeddings",
    lambda: client.embeddings.create(model="e", input="x"),
    openai.NotFoundError,
    type="invalid_request_error",
    code="not_found",
)
refused(
    "responses",
    lambda: client.responses.create(model="write", input="x"),
    openai.NotFoundError,
    type="invalid_request_error",
    code="not_found",
)
end()
