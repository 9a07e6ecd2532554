import { type FaultProxy, startFaultProxy } from '@infra/fault-proxy/start-fault-proxy'
import { onFinished } from '../on-finished.ts'

/** A database or an API that can go away and come back while the test goes on; the proxy goes with the test file. */
export async function faultProxy(url: string): Promise<FaultProxy> {
  const proxy = await startFaultProxy(url)
  onFinished(proxy.close)
  return proxy
}
