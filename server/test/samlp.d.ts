/** The part of `samlp` that tests use; it has no types of its own. */
declare module 'samlp' {
  const samlp: {
    getSamlResponse(options: object, user: object, done: (error: Error | null, response?: string) => void): void
  }
  export default samlp
}
