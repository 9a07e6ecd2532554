/** The text that a node signs to prove to a network that it has its key. Agents sign nothing else, so the words can't change. */
export function nodeChallengeText(node: string, network: URL, nonce: string): string {
  return `Infra node ${node.toLowerCase()} signs in to ${network.origin}\nNonce: ${nonce}`
}

/** The network that this text signs the node in to; undefined if it isn't exactly such a text. */
export function networkOfChallenge(text: string, node: string): URL | undefined {
  const [, address = '', nonce] = / signs in to (\S+)\nNonce: ([0-9a-f]{32})$/.exec(text) ?? []
  const network = URL.parse(address)
  return network && nonce && text === nodeChallengeText(node, network, nonce) ? network : undefined
}
