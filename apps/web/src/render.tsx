import type { FirstScreen, RenderFirstScreen } from '@infra/protocol/pages/arrival'
import { renderToString } from 'react-dom/server'
import { type Account, visitor } from './account/account.ts'
import { App } from './app.tsx'
import { bringArrival } from './arrival.ts'
import { configure } from './configuration.ts'
import { forgetFeeds } from './feed/feeds.ts'
import { standingAt } from './navigation.ts'
import { preparePage } from './router.tsx'
import { createStore } from './store.ts'

/** The first screen, as whoever asks for the page sees it; what the API imports. */
export const renderFirstScreen: RenderFirstScreen = async ({ path, configuration, arrival }) => {
  const navigation = standingAt(path)
  await preparePage(navigation.get().path)
  // What the modules keep belongs to one page: from here on nothing waits, so no other comes between.
  configure(configuration)
  bringArrival(arrival)
  forgetFeeds()
  return parted(
    renderToString(
      <App arriving account={anyone} walletLoading={createStore(true)} navigation={navigation} />,
    ),
  )
}

/** React asks for the first pictures before all else, without knowing that there is a head to do it in. */
function parted(drawn: string): FirstScreen {
  const preloads = /^(<link [^>]*>)*/.exec(drawn)![0]
  return { preloads, html: drawn.slice(preloads.length) }
}

const nothing = () => {}

const anyone: Account = {
  getState: () => visitor,
  subscribe: () => nothing,
  link: nothing,
  signIn: nothing,
  cancelSignIn: nothing,
  disconnect: nothing,
}
