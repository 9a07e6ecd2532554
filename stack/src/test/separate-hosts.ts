import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { promisify } from 'node:util'
import { onTestFinished } from 'vitest'

const run = promisify(execFile)

export interface Host {
  /** The command that starts a program on that host. */
  within: string[]
  /** Forwards a port of that host's own loopback to this machine, because nodes don't use plain HTTP across a network. */
  tunnelTo: (port: number) => Promise<void>
}

/**
 * Separate hosts, each with its own network and a link to this one: network namespaces, which need root, Linux and iproute2. Elsewhere all
 * hosts are this machine through its loopback address, and `areReal` is false.
 */
export async function separateHosts(count: number): Promise<{ hosts: Host[]; areReal: boolean }> {
  try {
    const hosts: Host[] = []
    for (let place = 0; place < count; place++) hosts.push(await makeHost(place))
    return { hosts, areReal: true }
  } catch {
    const here = { within: [], tunnelTo: async () => {} }
    return { hosts: Array.from({ length: count }, () => here), areReal: false }
  }
}

async function makeHost(place: number): Promise<Host> {
  const name = `infra-${process.pid}-${place}`
  // At most 15 characters.
  const [near, far] = [`in${process.pid}a${place}`, `in${process.pid}b${place}`]
  const subnet = `10.${200 + (process.pid % 50)}.${place}`
  const ip = (...words: string[]) => run('ip', words)
  await ip('netns', 'add', name)
  // Deleting the namespace also deletes both ends of the link.
  onTestFinished(async () => void (await ip('netns', 'del', name)))
  await ip('link', 'add', near, 'type', 'veth', 'peer', 'name', far, 'netns', name)
  await ip('addr', 'add', `${subnet}.1/24`, 'dev', near)
  await ip('link', 'set', near, 'up')
  await ip('-n', name, 'addr', 'add', `${subnet}.2/24`, 'dev', far)
  await ip('-n', name, 'link', 'set', far, 'up')
  await ip('-n', name, 'link', 'set', 'lo', 'up')
  const within = ['ip', 'netns', 'exec', name]
  return { within, tunnelTo: (port) => tunnel(within, `${subnet}.1`, port) }
}

/** The program that runs on the other host, given the gateway and the port. */
const FORWARD = `
const [, gateway, port] = process.argv
require('node:net').createServer((here) => {
  const there = require('node:net').connect(port, gateway)
  here.on('error', () => there.destroy()).pipe(there).on('error', () => here.destroy()).pipe(here)
}).listen(port, '127.0.0.1', () => process.send('listening'))
process.on('disconnect', () => process.exit())`

async function tunnel(within: string[], gateway: string, port: number): Promise<void> {
  const [command, ...args] = [...within, process.execPath, '-e', FORWARD, gateway, String(port)]
  const forwarder = spawn(command!, args, { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] })
  onTestFinished(() => void forwarder.kill('SIGKILL'))
  await once(forwarder, 'message')
}
