/** Which columns are held back from exports by their names, their surroundings and their values, and which only look like it. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { heldBackBy } from '../../dist/platform/columns/held-back.js';
import { secretShape } from '../../dist/platform/columns/shapes.js';

/** `table.column`, and after `|` other columns of its row. */
const HELD: Readonly<Record<string, string>> = {
  secret: `password password_digest encrypted_password passwordHash user_password userpassword pwd_hash hashed_password
    crypted_password password_salt passwort kennwort contraseña mot_de_passe şifre senha wachtwoord hasło token resetToken
    reset_password_token accessToken ACCESS_TOKEN accesstoken authtoken remember_token remember_me remember_digest session_key
    session_token sessionid sessionId csrf xsrfToken magic_link magicLink invite_code inviteCode invitation_token api_key apikey
    api_secret client_secret private_key ssh_private_key signing_key salt otp otp_secret totpSecret two_factor_secret mfa_secret
    2fa_secret backup_codes otp_backup_codes recoveryCodes two_factor_recovery_codes webauthn webauthn_credentials webauthn_id
    webauthnChallenge passkey passkey_public_key pin user_pin cardPin access_code oneTimeCode verification_code
    confirmation_code activationCode login_code sms_code device_token fcmToken refresh_token jwt webhook_secret
    stripe_secret_key license_key cvv security_answer seed_phrase session_data cookie nonce code_verifier users.hash
    password_resets.token otps.code verification_codes.code personal_access_tokens.token webauthn_credentials.public_key
    passkeys.credential_id oauth_access_tokens.value code|email,code,expires_at,attempts pin_code pincode|card_number api_key_hash
    pin_hash oauth_token_secret smtp_password auth_data unsubscribe_token door_code`,
  staff: `created_by updated_by createdBy createdById created_by_user_id approvedBy approved_by_admin_id handled_by reviewed_by
    assigned_to assignee assigneeId admin_id adminId staff_id moderatorId operator_id last_modified_by creado_por erstellt_von
    geändert_von créé_par onaylayan support_agent_id account_manager_email sales_rep_id tickets.agent_id uploaded_by
    approver_name supervisor_name`,
  others: `invited_by inviter_id invitee_email invitee referred_by referrer_name recipient_name recipientEmail
    messages.recipient_email messages.sender_name emergency_contact_name emergencyContactPhone next_of_kin_phone spouse
    mother_name guardian_email friend_email reported_by blocked_user_id doctor_name cc bcc`,
};

const OPEN: Readonly<Record<string, string>> = {
  'about a secret, not the secret': `token_count total_tokens prompt_tokens max_tokens token_type token_expires_at
    reset_password_sent_at password_changed_at passwordChangedAt last_password_change password_policy password_strength
    session_count session_duration training_session_id payment_session_id digest_frequency weekly_digest otp_enabled
    otp_required_for_login mfa_enabled webauthn_enabled passkey_count api_key_id access_key_id key_name csrf_enabled
    remember_created_at token_symbol encryption_enabled is_encrypted invite_count invitation_status verification_status`,
  'another meaning': `pin_code|city,state pincode|address_line_1 pinned is_pinned pinned_at pins hashtag hash_tags secretary
    secretary_name code country_code postal_code promo_code code|code,name sort_key primary_key foreign_key public_key
    idempotency_key storage_key s3_key hash|hash,filename files.hash commit_hash content_hash email_hash file_digest checksum
    secret_santa_id passenger passport_number passed compass bypass pinterest_url opinion shipping monkey tokenizer salt_grams
    accessible access_level magic_number cookie_consent author_name recovery_email hash_rate token_address license_number
    license_plate signature session_state code_of_conduct tickets.code countries.code security_question`,
  'nobody else': `sort_by order_by group_by baby_name user_id author_id owner_id customer_id is_admin admin_notes staff_count
    operator handler_code manager_role orders.recipient_name addresses.recipient_name shipments.receiver_phone
    newsletters.sender_email recipient_count sender_type referrer_url http_referer referral_code invited_at user_agent
    agent_version parent_id child_count friends_count seller_rating email_recipient_id is_created_by_import assigned_at
    employees.employee_id admins.admin_id`,
};

function judged(text: string): string | undefined {
  const [name = '', others = ''] = text.split('|');
  const [column = '', table] = name.split('.').toReversed();
  return heldBackBy(column, { table, columns: others.split(',').filter((one) => one !== '') })?.kind;
}

for (const [kind, names] of Object.entries(HELD)) {
  test(`columns named like ${kind} are held back in any spelling`, () => {
    for (const name of names.split(/\s+/)) assert.equal(judged(name), kind, name);
  });
}

describe('columns that only look like it are not held back', () => {
  for (const [why, names] of Object.entries(OPEN)) {
    test(why, () => {
      for (const name of names.split(/\s+/)) assert.equal(judged(name), undefined, name);
    });
  }

  test('by their types: flags, dates and amounts', () => {
    const around = { table: 'users', columns: [] };
    assert.equal(heldBackBy('remember_me', around, 'text')?.kind, 'secret');
    for (const kind of ['boolean', 'time', 'date', 'number'] as const)
      assert.equal(heldBackBy('remember_me', around, kind), undefined);
    assert.equal(heldBackBy('token', around, 'integer'), undefined);
    assert.equal(heldBackBy('pin', around, 'integer')?.kind, 'secret');
  });
});

test('values that have the form of a secret are recognised, and texts that mention one are not', () => {
  for (const secret of [
    `$2b$12$${'a'.repeat(53)}`,
    '$argon2id$v=19$m=65536,t=3,p=4$c2FsdA$aGFzaA',
    'pbkdf2_sha256$600000$salt$hash',
    '{SSHA}DkMTwBl+a/3DQTxCYEApdUtNXGgdUac3',
    'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2lnbmF0dXJl',
    '-----BEGIN OPENSSH PRIVATE KEY-----\nb3BlbnNzaA==\n-----END OPENSSH PRIVATE KEY-----',
    'otpauth://totp/Shop:ada?secret=JBSWY3DPEHPK3PXP',
    `ghp_${'a1'.repeat(18)}`,
  ])
    assert.notEqual(secretShape(secret), undefined, secret);
  for (const text of [
    'Ada Lovelace',
    'My hash begins with $2b$12$, is that safe?',
    '$100 for the ticket, please',
    'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIGx',
    '2f7e1a52-9d57-4f3f-8a35-6c4e8c9f0a11',
    'eyJ is how a token begins. eyJ too.',
    '-----BEGIN CERTIFICATE-----',
    'skeleton_live_in_the_closet',
  ])
    assert.equal(secretShape(text), undefined, text);
});
