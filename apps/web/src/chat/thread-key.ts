/** A thread's key in the query cache. By account, so that nobody sees another's. */
export function threadKey(address: string, id: string | undefined) {
  return ['chat thread', address, id ?? 'none']
}
