export interface ScreenAwake {
  turnOn(): void
  turnOff(): void
}

/** Old iPhones turn the screen off after 30 seconds at the earliest. */
export const RELOAD_MS = 15_000

/** Keeps the screen on while the user is busy with a wallet on another device or in another app. Never throws. */
export function createScreenAwake(browser: Window): ScreenAwake {
  const { navigator } = browser
  if ('wakeLock' in navigator && navigator.wakeLock) return byWakeLock(navigator.wakeLock, browser.document)
  if (isIos(navigator)) return byReloading(browser)
  return { turnOn() {}, turnOff() {} }
}

function byWakeLock(wakeLock: WakeLock, page: Document): ScreenAwake {
  let isOn = false
  let held: WakeLockSentinel | undefined

  async function hold() {
    try {
      const lock = await wakeLock.request('screen')
      // Meanwhile the modal may have closed, or the page may have been shown twice.
      if (!isOn || (held && !held.released)) await lock.release()
      else held = lock
    } catch {
      // Refused because of a low battery or a hidden page. The screen may turn off; nothing else changes.
    }
  }

  /** The browser releases the lock when the page is hidden. */
  function holdAgain() {
    if (isOn && page.visibilityState === 'visible') void hold()
  }

  return {
    turnOn() {
      if (isOn) return
      isOn = true
      page.addEventListener('visibilitychange', holdAgain)
      void hold()
    },
    turnOff() {
      isOn = false
      page.removeEventListener('visibilitychange', holdAgain)
      held?.release().catch(() => {})
      held = undefined
    },
  }
}

/**
 * Safari before iOS 16.4 has no wake lock, but a page that navigates counts as in use. So it starts to load itself again, and stops before
 * anything has arrived.
 */
function byReloading(browser: Window): ScreenAwake {
  let timer: ReturnType<typeof setInterval> | undefined

  function reload() {
    if (browser.document.hidden) return
    // With a fragment this would be a jump within the page, not a navigation.
    const [address = '/'] = browser.location.href.split('#')
    browser.location.href = address
    setTimeout(() => browser.stop(), 0)
  }

  return {
    turnOn() {
      timer ??= setInterval(reload, RELOAD_MS)
    },
    turnOff() {
      clearInterval(timer)
      timer = undefined
    },
  }
}

function isIos({ userAgent, maxTouchPoints }: Navigator): boolean {
  // An iPad claims to be a Mac, but no Mac has a touch screen.
  return /iPhone|iPad|iPod/.test(userAgent) || (/Macintosh/.test(userAgent) && maxTouchPoints > 1)
}
