import type { FirstScreen, RenderFirstScreen } from '@infra/protocol/pages/bootstrap'
import { renderToString } from 'react-dom/server'
import { type Account, visitor } from './account/account.ts'
import { App } from './app.tsx'
import { setBootstrapData } from './bootstrap/bootstrap-data.ts'
import { configure } from './bootstrap/configuration.ts'
import { clearFeeds } from './feed/feeds.ts'
import { staticNavigation } from './navigation/navigation.ts'
import { preparePage } from './routes/router.tsx'
import { createStore } from './store/store.ts'

/** The first screen as a visitor sees it. The API imports this from the build. */
export const renderFirstScreen: RenderFirstScreen = async ({ path, configuration, bootstrap }) => {
  const navigation = staticNavigation(path)
  await preparePage(navigation.get().path)
  // The modules hold the state of one page. Nothing below awaits, so two pages never mix.
  configure(configuration)
  setBootstrapData(bootstrap)
  clearFeeds()
  return splitPreloads(
    renderToString(
      <App hydrating account={visitorAccount} walletLoading={createStore(true)} navigation={navigation} />,
    ),
  )
}

/** React writes preload tags for pictures before the markup, since it renders no head to put them in. */
function splitPreloads(rendered: string): FirstScreen {
  const preloads = /^(<link [^>]*>)*/.exec(rendered)![0]
  return { preloads, html: rendered.slice(preloads.length) }
}

const doNothing = () => {}

const visitorAccount: Account = {
  getState: () => visitor,
  subscribe: () => doNothing,
  link: doNothing,
  signIn: doNothing,
  cancelSignIn: doNothing,
  disconnect: doNothing,
}
