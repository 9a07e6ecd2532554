import type { AccountState } from '../account/account.ts'
import { type Screen, screens } from '../navigation/screens.ts'

type Group = Exclude<Screen['placement'], 'none'>

/** The sidebar shows screens that need signing in once the user is loaded. */
export function sidebarScreens(group: Group, { user }: AccountState): Screen[] {
  return screensOf(group, user !== undefined)
}

/** The mobile bar and its Menu panel show them as soon as the user is authenticated. */
export function mobileScreens(group: Group, { phase }: AccountState): Screen[] {
  return screensOf(group, phase === 'authenticated')
}

function screensOf(group: Group, signedIn: boolean): Screen[] {
  return screens.filter(({ placement, access }) => placement === group && (access === 'public' || signedIn))
}
