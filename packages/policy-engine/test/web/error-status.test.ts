import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { PolicyEngineError, policyEngineErrors } from 'policy-engine';
import { createStatusOf, HttpError } from '../../dist/platform/web/index.js';
import { sampleWeb } from '../support/sample-web.ts';

suite('the status of an error', () => {
  test('comes from the table of codes, and is 500 for an unknown code', () => {
    const statusOf = createStatusOf(policyEngineErrors, { survey_closed: { status: 409 } });
    assert.equal(statusOf(new PolicyEngineError('request_open', '')), 422);
    assert.equal(statusOf(new PolicyEngineError('survey_closed', '')), 409);
    assert.equal(statusOf(new PolicyEngineError('survey_lost', '')), 500);
    assert.equal(statusOf(new PolicyEngineError('configuration_invalid', '')), 500);
    assert.equal(statusOf(new Error('out of order')), 500);
    assert.equal(statusOf('out of order'), 500);
  });

  test('is its own for an HttpError', () => {
    assert.equal(createStatusOf()(new HttpError(405, 'method_not_allowed')), 405);
  });

  test('is declared once for each code', () => {
    assert.throws(() => createStatusOf(policyEngineErrors, { not_found: { status: 410 } }), /not_found.*404.*410/);
    assert.doesNotThrow(() => createStatusOf(policyEngineErrors, { not_found: { status: 404 } }));
  });

  test('reaches the client for a code that a module declares', async () => {
    const web = sampleWeb({
      errorCodes: { survey_closed: { status: 409 } },
      limits: {
        take: () => {
          throw new PolicyEngineError('survey_closed', 'The survey is over.');
        },
        takeRefusal: () => 0,
        lacksAddress: false,
      },
    });
    const request = new Request('http://localhost/policies/echo.json', { method: 'POST' });
    const response = await web.fetch(request);
    assert.equal(response.status, 409);
    const { code, detail } = (await response.json()) as Record<string, unknown>;
    assert.deepEqual({ code, detail }, { code: 'survey_closed', detail: 'The survey is over.' });
  });

  test('has the property name that error handlers of hosts use', () => {
    assert.equal(new PolicyEngineError('missing_term', 'no term for age policy').status, 404);
  });
});
