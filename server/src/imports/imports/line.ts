/** Runs imports of this process one after another. */
export interface ImportLine {
  /** Starts `run` when all earlier ones have ended. */
  wait<T>(run: () => Promise<T>): Promise<T>
}

export function createImportLine(): ImportLine {
  let last: Promise<unknown> = Promise.resolve()
  return {
    wait: (run) => {
      const own = last.then(run)
      last = own.catch(() => undefined)
      return own
    },
  }
}
