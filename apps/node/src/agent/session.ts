import { createClient } from '@infra/protocol/client'
import type { Endpoint, Input, Reply } from '@infra/protocol/endpoint'
import {
  type AwayReason,
  type Disk,
  endNodeSession,
  type Hardware,
  NODE_PROTOCOL,
  requestNodeChallenge,
  type SandboxLevel,
  startNodeSession,
} from '@infra/protocol/nodes'
import { type ErrorCode, Refusal } from '@infra/protocol/refusal'
import { networkOfChallenge } from '@infra/protocol/signatures/node-challenge'
import { isThisMachine } from '@infra/protocol/values/this-machine'
import type { Hex } from 'viem'
import type { PrivateKeyAccount } from 'viem/accounts'
import { agentVersion } from '../agent-version.ts'
import { keyFileName } from './node-key.ts'
import { Stopped } from './stopped.ts'

interface NetworkAddress {
  apiPrefix: string
  /** The only network that the node signs in to, whatever the API asks for. */
  network: URL
}

export interface SessionOptions extends NetworkAddress {
  account: PrivateKeyAccount
  name: string
  linkToken?: string
  hardware: Hardware
  /** Undefined if it couldn't be measured. */
  sandbox?: SandboxLevel
  slots: number
  /** Read at each sign-in, so that a new session has the current values. */
  apps: () => { id: string; version: number }[]
  /** Read at each sign-in too. */
  away?: () => AwayReason | undefined
  disk?: () => Disk | undefined
  /** Its operator wants to read its log at the network. */
  sendsLog?: boolean
  /** After each sign-in. */
  onOpened?: (opened: Opened) => void
}

interface CallOptions {
  /** The deadline of a call. */
  seconds: number
  signal?: AbortSignal
  /** A long poll is sent again with a new session, because the old session gets no more jobs. */
  waits?: boolean
}

export type NodeCall = <E extends Endpoint>(
  endpoint: E,
  input: Input<E>,
  options: CallOptions,
) => Promise<Reply<E>>

export interface Session {
  open: () => Promise<Opened>
  /**
   * Signs in again because what we serve has changed; a sign-in in progress may have sent the old state. With `holding`, the network gives
   * all other jobs of this node away.
   */
  reopen: (holding?: string[]) => Promise<Opened>
  /** A call as this node, with a token that is renewed in time. */
  call: NodeCall
  /** Aborts, with a `Stopped` as its reason, when the network no longer wants this agent. */
  over: AbortSignal
  end: () => Promise<void>
}

export interface Opened {
  call: NodeCall
  slots: number
  warnings: string[]
  /** The version of the agent that the network serves. */
  newestAgent?: string
  /** By our own clock. */
  renewAt: number
  replaced: AbortController
}

const GREETING_SECONDS = 15
const ENDING_SECONDS = 3
const RENEW_BEFORE_MS = 60_000
const REPLACED_AFTER_MS = 2_000

export function createSession(options: SessionOptions): Session {
  const over = new AbortController()
  let current: Opened | undefined
  let opening: Promise<Opened> | undefined
  let wasLinked = false

  // Jobs of an earlier process are lost, so they're released right away. Not at a renewal, because a job may be on its way to us.
  function open(holding: string[] | undefined = wasLinked ? undefined : []): Promise<Opened> {
    opening ??= start(options, holding)
      .then((opened) => {
        replace(current)
        current = opened
        wasLinked = true
        options.onOpened?.(opened)
        return opened
      })
      .catch((error) => {
        throw stoppedBy(error, options.network, wasLinked, over)
      })
      .finally(() => {
        opening = undefined
      })
    return opening
  }

  const usable = async () => {
    over.signal.throwIfAborted()
    return opening ?? (current && Date.now() < current.renewAt ? current : open())
  }

  const call: NodeCall = async (endpoint, input, settings) => {
    for (let renewed = false; ; ) {
      const session = await usable()
      try {
        return await session.call(
          endpoint,
          input,
          settings.waits ? whileCurrent(session, settings) : settings,
        )
      } catch (error) {
        if (settings.waits && session.replaced.signal.aborted && !settings.signal?.aborted) continue
        if (!refusesSession(error)) throw error
        // We signed in again during this call; it was the old session that was refused.
        if (session !== current || opening) continue
        if (endsAgent.includes(error.code) || renewed)
          throw stoppedBy(error, options.network, wasLinked, over)
        renewed = true
        current = undefined
      }
    }
  }

  return {
    open: () => open(),
    reopen: async (holding) => {
      await opening?.catch(() => {})
      return open(holding)
    },
    call,
    over: over.signal,
    end: async () => {
      await current?.call(endNodeSession, {}, { seconds: ENDING_SECONDS })
    },
  }
}

async function start(options: SessionOptions, holding: string[] | undefined): Promise<Opened> {
  const { apiPrefix, account, name, linkToken, hardware, sandbox, slots, apps, away, disk } = options
  const visitor = caller(apiPrefix)
  const settings = { seconds: GREETING_SECONDS }
  const body = {
    ...(await signedChallenge(options, account)),
    ...(linkToken && { linkToken }),
    name,
    protocol: NODE_PROTOCOL,
    agentVersion,
    hardware,
    sandbox,
    apps: apps(),
    slots,
    holding,
    away: away?.(),
    disk: disk?.(),
    sendsLog: options.sendsLog,
  }
  const session = await visitor(startNodeSession, { body }, settings)
  return {
    call: caller(apiPrefix, session.token),
    slots: session.slots,
    warnings: session.warnings,
    newestAgent: session.newestAgent,
    // Clocks differ: if ours is a day ahead, we must not sign in at every call.
    renewAt: Math.max(Date.now() + RENEW_BEFORE_MS, session.expiresAt.getTime() - RENEW_BEFORE_MS),
    replaced: new AbortController(),
  }
}

/** The old session may have been assigned a job just before, so give it a moment to arrive. */
function replace(old: Opened | undefined): void {
  if (old) setTimeout(() => old.replaced.abort(), REPLACED_AFTER_MS).unref()
}

function whileCurrent({ replaced }: Opened, settings: CallOptions): CallOptions {
  const signals = [replaced.signal, ...(settings.signal ? [settings.signal] : [])]
  return { ...settings, signal: AbortSignal.any(signals) }
}

/** Shows that we hold the key. */
export async function signedChallenge(
  address: NetworkAddress,
  account: PrivateKeyAccount,
): Promise<{ node: Hex; signature: Hex }> {
  const message = await requestChallenge(address, account.address)
  return { node: account.address, signature: await account.signMessage({ message }) }
}

/** The text that signs this node in to its network. No other text is signed, because it could be used elsewhere in our name. */
export async function requestChallenge({ apiPrefix, network }: NetworkAddress, node: Hex): Promise<string> {
  const settings = { seconds: GREETING_SECONDS }
  const { message } = await caller(apiPrefix)(requestNodeChallenge, { body: { node } }, settings)
  const named = networkOfChallenge(message, node)
  if (!named)
    throw new Stopped(
      'misused',
      `${apiPrefix} asks this node to sign something other than its own sign-in. Nothing was signed. Check API_URL; if it is right, update this node.`,
    )
  if (!isSameNetwork(named, network))
    throw new Stopped(
      'misused',
      `${apiPrefix} asks this node to sign in to ${named.origin}, not to ${network.origin}. Nothing was signed. If ${named.origin} is the network you want, set API_URL=${named.origin}, or NETWORK_URL=${named.origin} if ${apiPrefix} is your own way to it.`,
    )
  return message
}

/** Anything that listens on this machine belongs to its operator. */
function isSameNetwork(one: URL, other: URL): boolean {
  return one.origin === other.origin || (isThisMachine(one) && isThisMachine(other))
}

/** The protocol's client, with a deadline on every call. */
export function caller(apiPrefix: string, token?: string): NodeCall {
  const headers: Record<string, string> = token ? { authorization: `Bearer ${token}` } : {}
  const call = createClient({ prefix: apiPrefix, headers: () => headers })
  return (endpoint, input, { seconds, signal }) => {
    const deadline = AbortSignal.timeout(seconds * 1000)
    return call(
      endpoint,
      ...([input, { signal: signal ? AbortSignal.any([signal, deadline]) : deadline }] as never),
    )
  }
}

/** Signing in again would not help. */
const endsAgent: readonly ErrorCode[] = ['https_required', 'session_superseded']
const outdated: readonly ErrorCode[] = ['invalid_token', 'session_expired', 'unauthenticated']

/** Whether the session was refused, and not the request itself. */
function refusesSession(error: unknown): error is Refusal {
  return error instanceof Refusal && [...endsAgent, ...outdated].includes(error.code)
}

/** Turns errors that the agent cannot recover from into a `Stopped`, and ends the session; other errors are unchanged. */
function stoppedBy(error: unknown, network: URL, wasLinked: boolean, over: AbortController): unknown {
  const why = error instanceof Refusal ? reasonToStop(error, network, wasLinked) : error
  if (!(why instanceof Stopped)) return error
  over.abort(why)
  return why
}

function reasonToStop(error: Refusal, network: URL, wasLinked: boolean): Stopped | undefined {
  return {
    session_superseded: new Stopped(
      'superseded',
      `Another machine signed in with the key of this node, and only one may. Stop one of the two; a copied machine needs a key of its own (delete ${keyFileName(network)} there).`,
      { cause: error },
    ),
    // The operator must change `API_URL`.
    https_required: new Stopped('misused', error.message, { cause: error }),
    upgrade_required: new Stopped('upgradeRequired', error.message, { cause: error }),
    // A node that was never linked is only waiting for that.
    node_not_linked: wasLinked
      ? new Stopped('removed', 'The operator removed this node. Start it again to link it anew.', {
          cause: error,
        })
      : undefined,
  }[error.code as string]
}
