const SCRIPT = '/service-worker.js'

interface TrustedTypes {
  createPolicy: (
    name: string,
    rules: { createScriptURL: () => string },
  ) => { createScriptURL: (url: string) => string }
}

let started: Promise<ServiceWorkerRegistration> | undefined

/** Registers it where it is needed and waits until it runs: for notifications, and in an app that was installed. */
export function startServiceWorker(): Promise<ServiceWorkerRegistration> {
  started ??= register().catch((error) => {
    started = undefined
    throw error
  })
  return started
}

async function register(): Promise<ServiceWorkerRegistration> {
  // The content security policy has this one policy, which can name this one script.
  const { trustedTypes } = globalThis as { trustedTypes?: TrustedTypes }
  policy ??= trustedTypes?.createPolicy('service-worker', { createScriptURL: () => SCRIPT })
  await navigator.serviceWorker.register(policy ? policy.createScriptURL('') : SCRIPT)
  return navigator.serviceWorker.ready
}

/** It can be created once. */
let policy: ReturnType<TrustedTypes['createPolicy']> | undefined
