/** What Home shows and offers to try: Erase & Fill on its sample, a picture of 960 by 540 pixels. */
export const firstTry = { appId: 'erase-fill', sample: 'boat', width: 960, height: 540, credits: 4 } as const
