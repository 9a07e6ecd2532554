import type { HtmlTagDescriptor, Plugin } from 'vite'

/** Asks for the fonts with the page itself: every screen uses all of them, and text set before they are there would move. */
export function preloadFonts(): Plugin {
  return {
    name: 'preload-fonts',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler: (_, { bundle = {} }) =>
        Object.keys(bundle)
          .filter((file) => file.endsWith('.woff2'))
          .map(preload),
    },
  }
}

function preload(file: string): HtmlTagDescriptor {
  return {
    tag: 'link',
    attrs: { rel: 'preload', href: `/${file}`, as: 'font', type: 'font/woff2', crossorigin: '' },
    injectTo: 'head',
  }
}
