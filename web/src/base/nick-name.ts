import { createLatest, useLatest } from './latest.ts'

const nickName = createLatest(({ session }) => session?.nickName ?? null)

/** Sets the name the person wants to be called (RG-3), from an answer of the server. */
export const setNickName = nickName.set

/** The name the person wants to be called; null if they have not said. */
export function useNickName(): string | null {
  return useLatest(nickName)
}
