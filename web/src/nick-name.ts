import { createLatest, useLatest } from './latest.ts'

const nickName = createLatest(({ session }) => session?.nickName ?? null)

/** Takes what the person wants to be called (RG-3) from an answer of the server. */
export const setNickName = nickName.set

/** What the person wants to be called; null where they have said nothing. */
export function useNickName(): string | null {
  return useLatest(nickName)
}
