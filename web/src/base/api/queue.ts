/**
 * Returns a function that makes one change after the other. If each answer is the whole state after its change, answers to concurrent
 * changes could arrive in the wrong order.
 */
export function createQueue(): <Answer>(change: () => Promise<Answer>) => Promise<Answer> {
  let last: Promise<unknown> = Promise.resolve()
  return (change) => {
    const answer = last.then(change)
    last = answer.catch(() => {})
    return answer
  }
}
