import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { Agent as HttpAgent } from 'node:http'
import { Agent as HttpsAgent } from 'node:https'
import { getCACertificates } from 'node:tls'
import { promisify } from 'node:util'
import type { Route } from './download.ts'
import type { Pack } from './pack.ts'

/** Where npm, as configured on this machine, would fetch a package's tarball, and through which proxy. */
export async function npmRoute(pack: Pick<Pack, 'package' | 'version'>): Promise<Route> {
  const scope = /^(@[^/]+)\//.exec(pack.package)?.[1]
  const settings = await npmSettings([
    'registry',
    ...(scope ? [`${scope}:registry`] : []),
    'proxy',
    'https-proxy',
    'noproxy',
    'cafile',
    'strict-ssl',
  ])
  const registry = (scope && settings[`${scope}:registry`]) || settings.registry
  if (!registry) throw new Error('npm has no registry configured.')
  const file = `${pack.package.replace(/^@[^/]+\//, '')}-${pack.version}.tgz`
  const url = new URL(`${pack.package}/-/${file}`, registry.endsWith('/') ? registry : `${registry}/`)
  return { url, agent: await agentFor(url, settings) }
}

/** Whether npm, or any program here, is configured to use a proxy. */
export async function npmHasProxy(): Promise<boolean> {
  const { proxy, 'https-proxy': https } = await npmSettings(['proxy', 'https-proxy'])
  const { HTTP_PROXY, HTTPS_PROXY, http_proxy, https_proxy } = process.env
  return [proxy, https, HTTP_PROXY, HTTPS_PROXY, http_proxy, https_proxy].some(Boolean)
}

type Settings = Record<string, string | undefined>

async function npmSettings(names: string[]): Promise<Settings> {
  // Run in the project, so that its own .npmrc counts too; in a workspace, npm needs the flag.
  const { stdout } = await promisify(execFile)('npm', ['config', 'get', '--workspaces=false', ...names], {
    cwd: import.meta.dirname,
    timeout: 30_000,
  }).catch((cause: Error) => {
    throw new Error('npm, which knows the registry, could not be asked.', { cause })
  })
  const lines = stdout.split('\n').filter((line) => line.includes('='))
  return Object.fromEntries(
    lines.map((line) => {
      const [name, value] = [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1).trim()]
      return [name, /^(undefined|null|)$/.test(value) ? undefined : value]
    }),
  )
}

async function agentFor(url: URL, settings: Settings): Promise<Route['agent']> {
  const proxyEnv = {
    HTTP_PROXY: settings.proxy,
    HTTPS_PROXY: settings['https-proxy'] ?? settings.proxy,
    NO_PROXY: settings.noproxy,
  }
  if (url.protocol === 'http:') return new HttpAgent({ proxyEnv })
  const extra = settings.cafile ? [await readFile(settings.cafile, 'utf8')] : []
  return new HttpsAgent({
    proxyEnv,
    ca: [...getCACertificates('default'), ...extra],
    rejectUnauthorized: settings['strict-ssl'] !== 'false',
  })
}
