import { createContext, type ReactNode, use, useSyncExternalStore } from 'react'
import type { Store } from '../store/store.ts'
import { useStore } from '../store/use-store.ts'
import { type Account, type AccountState, visitor } from './account.ts'

interface Session {
  account: Account
  walletLoading: Pick<Store<boolean>, 'get' | 'subscribe'>
}

const SessionContext = createContext<Session | undefined>(undefined)

export function AccountProvider({ children, ...session }: Session & { children: ReactNode }) {
  return <SessionContext value={session}>{children}</SessionContext>
}

/** The account's state now, and its actions. */
export function useAccount(): AccountState & Omit<Account, 'getState' | 'subscribe'> {
  const { account } = useSession()
  const state = useSyncExternalStore(account.subscribe, account.getState, () => visitor)
  const { link, signIn, cancelSignIn, disconnect } = account
  return { ...state, link, signIn, cancelSignIn, disconnect }
}

export function useWalletLoading(): boolean {
  return useStore(useSession().walletLoading)
}

function useSession(): Session {
  const session = use(SessionContext)
  if (!session) throw new Error('Render this within an AccountProvider.')
  return session
}
