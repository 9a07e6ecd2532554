/** How people ask for an action in words that no rule recognizes. Keyed by the action's name. */
export const actionPhrases = {
  cancel: [
    'Cancel my job',
    'Stop that job',
    'I do not want it any more, stop it',
    'Forget it, stop the job',
    'Never mind, call it off',
    'Take back my order',
    'Abort the one that is running',
  ],
  retry: [
    'Try it again',
    'Do it again, it failed',
    'Give it another go',
    'Run the failed job once more',
    'Start it over',
    'Have another try at my last job',
  ],
  'new-version': [
    'Make another version of it',
    'Do my last story once more but different',
    'Give me a different variant of my last picture',
    'I want another take of that',
    'Same again, but with another result',
  ],
  private: [
    'Nobody should see it',
    'Make my last picture private',
    'Only I should see that',
    'Take it out of the feed',
    'Hide it from others',
    'Stop showing it to people',
  ],
  public: [
    'Let everybody see it',
    'Make my last picture public',
    'Show it to the world',
    'Put it into the feed',
    'Everyone may see it',
    'Share it with everybody here',
  ],
  favorite: [
    'Add it to my favourites',
    'Save my last picture as a favourite',
    'I love this one, keep it in my favourites',
    'Give my last story a heart',
  ],
  unfavorite: [
    'Remove it from my favourites',
    'I do not like it any more, take it out of my favourites',
    'Take the heart off my last picture',
  ],
  delete: [
    'Delete my last job',
    'Throw my last picture away',
    'Get rid of that result',
    'Bin my last story',
    'Wipe that picture for good',
  ],
  rest: [
    'Give my node a break',
    'Put my node to rest',
    'Send my machine to maintenance',
    'My computer should not take jobs for now',
    'Stop giving jobs to my node',
  ],
  wake: [
    'Bring my node back',
    'Wake my node up',
    'My machine may take jobs again',
    'Put my node back to work',
    'End the maintenance of my node',
  ],
} satisfies Record<string, string[]>

export type ActionName = keyof typeof actionPhrases
