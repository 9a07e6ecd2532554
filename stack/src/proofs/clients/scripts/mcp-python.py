"""The Python client of MCP, unmodified, controlled as `mcp-typescript.mjs` is."""

import json
import os
import sys

import anyio
import httpx2
from mcp import Client, types
from mcp.client.streamable_http import streamable_http_client

CONFIRM = os.environ.get("CONFIRM")


async def confirm(_context, _params):
    return types.ElicitResult(action=CONFIRM, content={"confirm": CONFIRM == "accept"})


def say(line):
    sys.stdout.write(json.dumps(line) + "\n")
    sys.stdout.flush()


async def main():
    headers = {"authorization": "Bearer " + os.environ["INFRA_KEY"]}
    # As long as the client itself waits if it's given no connection of ours.
    http = httpx2.AsyncClient(headers=headers, timeout=httpx2.Timeout(30, read=300))
    transport = streamable_http_client(os.environ["MCP_URL"], http_client=http)
    callback = confirm if CONFIRM else None
    async with http, Client(transport, mode=os.environ["MODE"], elicitation_callback=callback) as client:
        scopes = {}

        async def call(line):
            async def progress(part, _total, _message):
                say({"id": line["id"], "progress": part})

            with anyio.CancelScope() as scope:
                scopes[line["id"]] = scope
                return await client.call_tool(line["name"], line["arguments"], progress_callback=progress)
            raise RuntimeError("cancelled")

        async def act(line):
            match line["do"]:
                case "about":
                    return {"server": client.server_info, "version": client.protocol_version}
                case "tools":
                    return await client.list_tools()
                case "resources":
                    return await client.list_resources()
                case "templates":
                    return await client.list_resource_templates()
                case "read":
                    return await client.read_resource(line["uri"])
                case "call":
                    return await call(line)
                case "cancel":
                    scopes[line["call"]].cancel()
                    return {}

        async def answer(line):
            try:
                say({"id": line["id"], "result": plain(await act(line))})
            except Exception as error:
                say({"id": line["id"], "error": {"code": getattr(error, "code", None), "message": str(error)}})

        async with anyio.create_task_group() as group:
            while text := await anyio.to_thread.run_sync(sys.stdin.readline):
                group.start_soon(answer, json.loads(text))


def plain(value):
    if isinstance(value, dict):
        return {key: plain(one) for key, one in value.items()}
    return value.model_dump(mode="json", by_alias=True, exclude_none=True) if hasattr(value, "model_dump") else value


anyio.run(main)
