/**
 * Returns a function that makes one change after the other. Where each is answered with everything as it is after it, answers of
 * changes made at once could arrive in another order.
 */
export function createQueue(): <Answer>(change: () => Promise<Answer>) => Promise<Answer> {
  let last: Promise<unknown> = Promise.resolve()
  return (change) => {
    const answer = last.then(change)
    last = answer.catch(() => {})
    return answer
  }
}
