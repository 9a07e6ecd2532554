declare global {
  var __zod_globalConfig: { jitless?: boolean } | undefined
}

// The content security policy forbids eval, and zod's probe for it would be reported as a violation. Zod reads this
// object when it is loaded, so it must be set before; importing zod to configure it would put zod into the first load.
globalThis.__zod_globalConfig = { ...globalThis.__zod_globalConfig, jitless: true }

export {}
