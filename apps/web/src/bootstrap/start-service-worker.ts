const SCRIPT = '/service-worker.js'

interface TrustedTypes {
  createPolicy: (
    name: string,
    rules: { createScriptURL: () => string },
  ) => { createScriptURL: (url: string) => string }
}

let started: Promise<ServiceWorkerRegistration> | undefined

/** Registers the service worker if it's needed, and waits until it runs: for notifications, and in an installed app. */
export function startServiceWorker(): Promise<ServiceWorkerRegistration> {
  started ??= register().catch((error) => {
    started = undefined
    throw error
  })
  return started
}

async function register(): Promise<ServiceWorkerRegistration> {
  // The content security policy allows only this policy, which can only name this script.
  const { trustedTypes } = globalThis as { trustedTypes?: TrustedTypes }
  policy ??= trustedTypes?.createPolicy('service-worker', { createScriptURL: () => SCRIPT })
  await navigator.serviceWorker.register(policy ? policy.createScriptURL('') : SCRIPT)
  return navigator.serviceWorker.ready
}

/** Can only be created once. */
let policy: ReturnType<TrustedTypes['createPolicy']> | undefined
