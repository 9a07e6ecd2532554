import { execFileSync, spawn } from 'node:child_process'
import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import ffi from 'node:ffi'
import * as fs from 'node:fs'
import { connect, createServer } from 'node:net'
import { join } from 'node:path'
import type { Runner } from '../runners/runner.ts'

// An app that was taken over. Node.js' permissions don't restrict it, and it calls the C library, as native code would.

export interface Target {
  /**
   * A folder of the operator's with `node-localhost.key` and `program.node`, where the child's user may write unless something prevents it.
   */
  home: string
  agentPid: number
  tcpPort: number
  udpPort: number
  unixSocket: string
}

type Attempt = (target: Target) => unknown

const words = Array(7).fill('int64') as 'int64'[]
const libc = () =>
  ffi.dlopen(null, { syscall: { arguments: words, return: 'int64' } }).functions as {
    syscall: (...args: bigint[]) => bigint
  }

const NUMBERS = {
  arm64: {
    ptrace: 117,
    unshare: 97,
    mount: 40,
    memfd: 279,
    keyctl: 219,
    setresuid: 147,
    vmRead: 270,
    shmget: 194,
    affinity: 122,
    handleOf: 264,
    openHandle: 265,
  },
  x64: {
    ptrace: 101,
    unshare: 272,
    mount: 165,
    memfd: 319,
    keyctl: 250,
    setresuid: 117,
    vmRead: 310,
    shmget: 29,
    affinity: 203,
    handleOf: 303,
    openHandle: 304,
  },
}[process.arch as 'arm64' | 'x64']

const AT_FDCWD = -100

/** Throws where the kernel refuses. */
function call(number: number, ...args: (number | Buffer)[]): number {
  const given = args.map((arg) => (typeof arg === 'number' ? BigInt(arg) : ffi.getRawPointer(arg)))
  while (given.length < 6) given.push(0n)
  const answer = Number(libc().syscall(BigInt(number), ...given))
  if (answer < 0) throw new Error(`refused: ${answer}`)
  return answer
}

async function listened(server: ReturnType<typeof createServer>, at: object): Promise<void> {
  server.listen(at)
  await once(server, 'listening')
  server.close()
}

/** Each does what its name says, or throws. */
export const attempts: Record<string, Attempt> = {
  'read the key of the node': ({ home }) => fs.readFileSync(join(home, 'node-localhost.key')),
  'read the accounts of the machine': () => fs.readFileSync('/etc/passwd'),
  'open a file by its handle': ({ home }) => {
    const [handle, mount] = [Buffer.alloc(136), Buffer.alloc(4)]
    handle.writeUInt32LE(128)
    call(NUMBERS.handleOf, AT_FDCWD, Buffer.from(`${home}/node-localhost.key\0`), handle, mount, 0)
    const beside = fs.openSync('/', 'r')
    return call(NUMBERS.openHandle, beside, handle, 0)
  },
  'watch what others do with their files': ({ home }) => fs.watch(home).close(),
  'list the folder of the operator': ({ home }) => fs.readdirSync(home),
  'read the environment of the agent': ({ agentPid }) => fs.readFileSync(`/proc/${agentPid}/environ`),
  'open the memory of the agent': ({ agentPid }) => fs.openSync(`/proc/${agentPid}/mem`, 'r'),
  'read the memory of the agent': ({ agentPid }) => {
    const [start] = fs.readFileSync(`/proc/${agentPid}/maps`, 'utf8').split('-')
    const [bytes, here, there] = [Buffer.alloc(8), Buffer.alloc(16), Buffer.alloc(16)]
    here.writeBigUInt64LE(ffi.getRawPointer(bytes))
    here.writeBigUInt64LE(8n, 8)
    there.writeBigUInt64LE(BigInt(`0x${start}`))
    there.writeBigUInt64LE(8n, 8)
    return call(NUMBERS.vmRead, agentPid, here, 1, there, 1, 0)
  },
  'trace the agent': ({ agentPid }) => call(NUMBERS.ptrace, 0x4206, agentPid, 0, 0),
  'signal the agent': ({ agentPid }) => process.kill(agentPid, 'SIGURG'),
  'move the agent to one core': ({ agentPid }) => {
    const mask = Buffer.alloc(8)
    mask.writeUInt8(1)
    return call(NUMBERS.affinity, agentPid, 8, mask)
  },
  'start a program': () => execFileSync('/bin/true'),
  'start processes without end': async () => {
    const started = Array.from({ length: 20 }, () =>
      spawn(process.execPath, ['-e', 'setInterval(() => {}, 1e3)']),
    )
    await Promise.all(started.map((child) => once(child, 'spawn'))).finally(() => {
      for (const child of started) child.kill('SIGKILL')
    })
  },
  'write a native file and load it': ({ home }) => {
    const copy = join(home, 'copy.node')
    fs.copyFileSync(join(home, 'program.node'), copy)
    process.dlopen({ exports: {} } as never, copy)
  },
  'load a native file out of memory': ({ home }) => {
    const fd = call(NUMBERS.memfd, Buffer.from('x\0'), 0)
    fs.writeSync(fd, fs.readFileSync(join(home, 'program.node')))
    process.dlopen({ exports: {} } as never, `/proc/self/fd/${fd}`)
  },
  'link to a file elsewhere': ({ home }) => fs.symlinkSync('/etc/passwd', join(home, 'link')),
  'write a file': ({ home }) => fs.writeFileSync(join(home, 'written'), 'x'),
  'write to the temporary folder': ({ home }) => {
    const path = join('/tmp', `infra-hostile-${process.pid}`)
    fs.writeFileSync(path, home)
    fs.rmSync(path)
  },
  'fill the disk': ({ home }) => {
    const fd = fs.openSync(join(home, 'large'), 'w')
    for (let at = 0; at < 64; at += 1) fs.writeSync(fd, Buffer.alloc(1_000_000))
  },
  'delete a file': ({ home }) => fs.rmSync(join(home, 'deletable')),
  'change the rights of a file': ({ home }) => fs.chmodSync(join(home, 'own'), 0o777),
  'dial a program of this machine': async ({ tcpPort }) => {
    const socket = connect(tcpPort, '127.0.0.1')
    await once(socket, 'connect')
    socket.destroy()
  },
  'send a datagram': async ({ udpPort }) => {
    const socket = createSocket('udp4')
    await new Promise<void>((resolve, reject) => {
      socket.on('error', reject)
      socket.send('x', udpPort, '127.0.0.1', (error) => (error ? reject(error) : resolve()))
    })
    socket.close()
  },
  'listen on a port': () => listened(createServer(), { port: 0, host: '127.0.0.1' }),
  'dial a local socket': async ({ unixSocket }) => {
    const socket = connect(unixSocket)
    await once(socket, 'connect')
    socket.destroy()
  },
  'listen on an abstract socket': () => listened(createServer(), { path: `\0infra-${process.pid}` }),
  'ask for a namespace of its own': () => call(NUMBERS.unshare, 0x04000000),
  'mount a file system': ({ home }) =>
    call(
      NUMBERS.mount,
      Buffer.from('none\0'),
      Buffer.from(`${home}/mounted\0`),
      Buffer.from('tmpfs\0'),
      0,
      0,
    ),
  'open a ring for kernel calls': () => call(425, 8, Buffer.alloc(120)),
  'keep a secret in the kernel': () => call(NUMBERS.keyctl, 0, -3, 1),
  'become root': () => call(NUMBERS.setresuid, 0, 0, 0),
  'keep memory that outlives it': () => call(NUMBERS.shmget, 0x1f4a, 4096, 0o1666),
}

const attack: Runner = async ({ input }) => {
  const target: Target = JSON.parse(String(input.target))
  const succeeded: string[] = []
  for (const [name, attempt] of Object.entries(attempts)) {
    try {
      await attempt(target)
      succeeded.push(name)
    } catch {
      // Refused, which is what should happen.
    }
  }
  return [{ name: 'text', kind: 'text', text: JSON.stringify(succeeded) }]
}

export const runners: Record<string, () => Promise<Runner>> = {
  attack: async () => attack,
  /** Keeps its input until it's stopped. */
  wait:
    async () =>
    async ({ progress }) => {
      progress(0.5, 'Waiting')
      return new Promise(() => setInterval(() => {}, 1000))
    },
  read:
    async () =>
    async ({ input }) => [{ name: 'text', kind: 'text', text: fs.readFileSync(String(input.path), 'utf8') }],
  /** Writes to the agent without a pause, and never ends a report. */
  flood: async () => async () => {
    const length = Buffer.from([0xff, 0xff, 0xff, 0x7f])
    fs.writeSync(3, length)
    for (;;) fs.writeSync(3, Buffer.alloc(1_000_000))
  },
  /** Announces more than any output may be. */
  announce: async () => async () => {
    const json = Buffer.from(
      JSON.stringify({ is: 'done', outputs: [{ name: 'x', kind: 'image', bytes: 1e12 }] }),
    )
    const length = Buffer.alloc(4)
    length.writeUInt32LE(json.length)
    fs.writeSync(3, Buffer.concat([length, json]))
    await new Promise(() => {})
    return []
  },
}
