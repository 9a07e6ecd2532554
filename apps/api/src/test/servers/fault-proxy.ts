import { type FaultProxy, startFaultProxy } from '@infra/fault-proxy/start-fault-proxy'
import { onFinished } from '../on-finished.ts'

/** A proxy to a database or an API that can break the connection during a test. It is closed with the test file. */
export async function faultProxy(url: string): Promise<FaultProxy> {
  const proxy = await startFaultProxy(url)
  onFinished(proxy.close)
  return proxy
}
