/** Runs of this process, one after the other. */
export interface ImportLine {
  /** Begins `run` once those before it have ended. */
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
