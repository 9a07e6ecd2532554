/** Of a thread in the query cache. By account, so that nobody is shown another's. */
export function threadKey(address: string, id: string | undefined) {
  return ['chat thread', address, id ?? 'none']
}
