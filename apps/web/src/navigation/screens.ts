import { type ScreenFacts, type ScreenName, screenFacts, screenNameAt } from '@infra/protocol/pages/screens'
import type { IconName } from '../ui/icon-names.ts'

export interface Screen extends ScreenFacts {
  name: ScreenName
  label: string
  icon: IconName
  /** `main` and `menu` are the sidebar's two groups; on a small screen, `menu` is in the Menu panel. */
  placement: 'none' | 'main' | 'menu'
  /** Whether the page title is shown, with its glitch. */
  titled: boolean
}

/** Every screen there is, in the order of the navigation. Routes, sidebar, bar, panel, guard and titles derive from it. */
export const screens: readonly Screen[] = [
  {
    name: 'home',
    ...screenFacts.home,
    label: 'Home',
    icon: 'info',
    placement: 'none',
    titled: false,
  },
  {
    name: 'feed',
    ...screenFacts.feed,
    label: 'Feed',
    icon: 'earth',
    placement: 'main',
    titled: false,
  },
  {
    name: 'apps',
    ...screenFacts.apps,
    label: 'Apps',
    icon: 'apps',
    placement: 'main',
    titled: true,
  },
  {
    name: 'nodes',
    ...screenFacts.nodes,
    label: 'Nodes',
    icon: 'nodes',
    placement: 'main',
    titled: true,
  },
  {
    name: 'profile',
    ...screenFacts.profile,
    label: 'Profile',
    icon: 'profile',
    placement: 'main',
    titled: true,
  },
  {
    name: 'chat',
    ...screenFacts.chat,
    label: 'Ask Infra',
    icon: 'message',
    placement: 'menu',
    titled: true,
  },
  {
    name: 'devlog',
    ...screenFacts.devlog,
    label: 'Devlog',
    icon: 'post',
    placement: 'menu',
    titled: true,
  },
  {
    name: 'feedback',
    ...screenFacts.feedback,
    label: 'Feedback',
    icon: 'shield-bug',
    placement: 'menu',
    titled: true,
  },
  {
    name: 'staking',
    ...screenFacts.staking,
    label: 'Staking',
    icon: 'download',
    placement: 'menu',
    titled: true,
  },
  {
    name: 'developers',
    ...screenFacts.developers,
    label: 'Developers',
    icon: 'connection',
    placement: 'menu',
    titled: true,
  },
]

export function screenAt(path: string): Screen | undefined {
  const name = screenNameAt(path)
  return screens.find((screen) => screen.name === name)
}
