import type { Store } from '../store.ts'
import type { ScreenAwake } from './screen-awake.ts'
import type { WalletEmitter } from './wallet-events.ts'
import type { WalletState } from './wallet-state.ts'

export interface ModalSwitch {
  open(): void
  close(): void
}

interface Dependencies {
  store: Store<WalletState>
  events: WalletEmitter
  screenAwake: ScreenAwake
}

/** Opens and closes the connect modal together with its flag and the screen wake lock. */
export function createModalSwitch({ store, events, screenAwake }: Dependencies): ModalSwitch {
  function setOpen(open: boolean) {
    if (store.get().connecting === open) return
    if (open) screenAwake.turnOn()
    else screenAwake.turnOff()
    store.set({ ...store.get(), connecting: open })
    events.fire('modal_state_changed', { open })
  }
  return { open: () => setOpen(true), close: () => setOpen(false) }
}
