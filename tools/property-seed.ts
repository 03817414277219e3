import fc from 'fast-check'

/**
 * Every run tries the same values, so that a change is never held up by what another one left. PROPERTY_SEED tries
 * other ones: a number, or "random".
 */
const { PROPERTY_SEED = '20261122' } = process.env
if (PROPERTY_SEED !== 'random') fc.configureGlobal({ seed: Number(PROPERTY_SEED) })
