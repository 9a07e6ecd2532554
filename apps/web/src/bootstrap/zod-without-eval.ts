declare global {
  var __zod_globalConfig: { jitless?: boolean } | undefined
}

// The page's security policy forbids eval, and zod's probing for it would be reported as a violation. Zod reads this
// object when it is loaded, so it must be there before; importing zod to say it would put zod into the first load.
globalThis.__zod_globalConfig = { ...globalThis.__zod_globalConfig, jitless: true }

export {}
