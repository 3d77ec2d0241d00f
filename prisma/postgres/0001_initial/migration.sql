-- CreateTable
CREATE TABLE "user" (
    "number" SERIAL NOT NULL,
    "id" TEXT COLLATE "C" NOT NULL,
    "email" TEXT COLLATE "C" NOT NULL,
    "email_confirmed_at" TIMESTAMP(3),
    "password_hash" TEXT COLLATE "C",
    "password_changed_at" TIMESTAMP(3),
    "first_name" TEXT COLLATE "C" NOT NULL,
    "last_name" TEXT COLLATE "C" NOT NULL,
    "created_at" TIMESTAMP(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "last_login_at" TIMESTAMP(3),
    "suspended_at" TIMESTAMP(3),
    "deleted_at" TIMESTAMP(3),

    CONSTRAINT "user_pkey" PRIMARY KEY ("number")
);

-- CreateTable
CREATE TABLE "user_role" (
    "user_id" TEXT COLLATE "C" NOT NULL,
    "role" TEXT COLLATE "C" NOT NULL,

    CONSTRAINT "user_role_pkey" PRIMARY KEY ("user_id","role")
);

-- CreateTable
CREATE TABLE "provider_link" (
    "issuer" TEXT COLLATE "C" NOT NULL,
    "subject" TEXT COLLATE "C" NOT NULL,
    "user_id" TEXT COLLATE "C" NOT NULL,
    "created_at" TIMESTAMP(3) NOT NULL,

    CONSTRAINT "provider_link_pkey" PRIMARY KEY ("issuer","subject")
);

-- CreateTable
CREATE TABLE "provider_role" (
    "user_id" TEXT COLLATE "C" NOT NULL,
    "issuer" TEXT COLLATE "C" NOT NULL,
    "role" TEXT COLLATE "C" NOT NULL,

    CONSTRAINT "provider_role_pkey" PRIMARY KEY ("user_id","issuer","role")
);

-- CreateTable
CREATE TABLE "invitation" (
    "id" TEXT COLLATE "C" NOT NULL,
    "token_hash" TEXT COLLATE "C" NOT NULL,
    "email" TEXT COLLATE "C",
    "role" TEXT COLLATE "C",
    "credit_micro_usd" BIGINT NOT NULL,
    "max_uses" INTEGER NOT NULL,
    "use_count" INTEGER NOT NULL DEFAULT 0,
    "created_at" TIMESTAMP(3) NOT NULL,
    "expires_at" TIMESTAMP(3) NOT NULL,
    "revoked_at" TIMESTAMP(3),
    "creator_id" TEXT COLLATE "C" NOT NULL,

    CONSTRAINT "invitation_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "invitation_use" (
    "user_id" TEXT COLLATE "C" NOT NULL,
    "invitation_id" TEXT COLLATE "C" NOT NULL,
    "used_at" TIMESTAMP(3) NOT NULL,
    "granted_at" TIMESTAMP(3),

    CONSTRAINT "invitation_use_pkey" PRIMARY KEY ("user_id")
);

-- CreateTable
CREATE TABLE "session" (
    "id" TEXT COLLATE "C" NOT NULL,
    "token_hash" TEXT COLLATE "C" NOT NULL,
    "user_id" TEXT COLLATE "C" NOT NULL,
    "kind" TEXT COLLATE "C" NOT NULL,
    "remember" BOOLEAN NOT NULL DEFAULT false,
    "user_agent" TEXT COLLATE "C" NOT NULL DEFAULT '',
    "created_at" TIMESTAMP(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "last_seen_at" TIMESTAMP(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "expires_at" TIMESTAMP(3) NOT NULL,
    "proven_at" TIMESTAMP(3),

    CONSTRAINT "session_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "api_key" (
    "id" TEXT COLLATE "C" NOT NULL,
    "user_id" TEXT COLLATE "C" NOT NULL,
    "name" TEXT COLLATE "C" NOT NULL,
    "prefix" TEXT COLLATE "C" NOT NULL,
    "secret_hash" TEXT COLLATE "C" NOT NULL,
    "last4" TEXT COLLATE "C" NOT NULL,
    "permissions" TEXT COLLATE "C" NOT NULL,
    "models" TEXT COLLATE "C",
    "monthly_cap" BIGINT,
    "per_request_cap" BIGINT,
    "requests_per_minute" INTEGER,
    "created_at" TIMESTAMP(3) NOT NULL,
    "last_used_at" TIMESTAMP(3),
    "expires_at" TIMESTAMP(3),
    "revoked_at" TIMESTAMP(3),

    CONSTRAINT "api_key_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "account_token" (
    "id" TEXT COLLATE "C" NOT NULL,
    "user_id" TEXT COLLATE "C" NOT NULL,
    "purpose" TEXT COLLATE "C" NOT NULL,
    "token_hash" TEXT COLLATE "C" NOT NULL,
    "created_at" TIMESTAMP(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "expires_at" TIMESTAMP(3) NOT NULL,
    "used_at" TIMESTAMP(3),
    "new_email" TEXT COLLATE "C",
    "registration_id" TEXT COLLATE "C",
    "provider_issuer" TEXT COLLATE "C",
    "provider_subject" TEXT COLLATE "C",
    "session_id" TEXT COLLATE "C",

    CONSTRAINT "account_token_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "pending_registration" (
    "id" TEXT COLLATE "C" NOT NULL,
    "user_id" TEXT COLLATE "C" NOT NULL,
    "first_name" TEXT COLLATE "C" NOT NULL,
    "last_name" TEXT COLLATE "C" NOT NULL,
    "password_hash" TEXT COLLATE "C" NOT NULL,
    "created_at" TIMESTAMP(3) NOT NULL,

    CONSTRAINT "pending_registration_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "authenticator" (
    "user_id" TEXT COLLATE "C" NOT NULL,
    "sealed_secret" TEXT COLLATE "C" NOT NULL,
    "last_step" INTEGER NOT NULL DEFAULT 0,
    "created_at" TIMESTAMP(3) NOT NULL,
    "enabled_at" TIMESTAMP(3),

    CONSTRAINT "authenticator_pkey" PRIMARY KEY ("user_id")
);

-- CreateTable
CREATE TABLE "recovery_code" (
    "id" TEXT COLLATE "C" NOT NULL,
    "user_id" TEXT COLLATE "C" NOT NULL,
    "code_hash" TEXT COLLATE "C" NOT NULL,
    "used_at" TIMESTAMP(3),

    CONSTRAINT "recovery_code_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "remembered_browser" (
    "token_hash" TEXT COLLATE "C" NOT NULL,
    "user_id" TEXT COLLATE "C" NOT NULL,
    "created_at" TIMESTAMP(3) NOT NULL,
    "expires_at" TIMESTAMP(3) NOT NULL,

    CONSTRAINT "remembered_browser_pkey" PRIMARY KEY ("token_hash")
);

-- CreateTable
CREATE TABLE "second_factor_role" (
    "role" TEXT COLLATE "C" NOT NULL,
    "created_at" TIMESTAMP(3) NOT NULL,

    CONSTRAINT "second_factor_role_pkey" PRIMARY KEY ("role")
);

-- CreateTable
CREATE TABLE "passkey" (
    "id" TEXT COLLATE "C" NOT NULL,
    "user_id" TEXT COLLATE "C" NOT NULL,
    "name" TEXT COLLATE "C" NOT NULL,
    "public_key" BYTEA NOT NULL,
    "counter" BIGINT NOT NULL DEFAULT 0,
    "transports" TEXT COLLATE "C" NOT NULL DEFAULT '[]',
    "created_at" TIMESTAMP(3) NOT NULL,
    "last_used_at" TIMESTAMP(3),

    CONSTRAINT "passkey_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "passkey_challenge" (
    "token_hash" TEXT COLLATE "C" NOT NULL,
    "purpose" TEXT COLLATE "C" NOT NULL,
    "challenge" TEXT COLLATE "C" NOT NULL,
    "session_id" TEXT COLLATE "C",
    "expires_at" TIMESTAMP(3) NOT NULL,

    CONSTRAINT "passkey_challenge_pkey" PRIMARY KEY ("token_hash")
);

-- CreateTable
CREATE TABLE "sign_in" (
    "id" TEXT COLLATE "C" NOT NULL,
    "user_id" TEXT COLLATE "C" NOT NULL,
    "at" TIMESTAMP(3) NOT NULL,
    "method" TEXT COLLATE "C" NOT NULL,
    "address" TEXT COLLATE "C" NOT NULL,
    "user_agent" TEXT COLLATE "C" NOT NULL,

    CONSTRAINT "sign_in_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "setup_token" (
    "id" INTEGER NOT NULL,
    "token_hash" TEXT COLLATE "C" NOT NULL,
    "created_at" TIMESTAMP(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "used_at" TIMESTAMP(3),

    CONSTRAINT "setup_token_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "user_preferences" (
    "user_id" TEXT COLLATE "C" NOT NULL,
    "data" TEXT COLLATE "C" NOT NULL,
    "updated_at" TIMESTAMP(3) NOT NULL,

    CONSTRAINT "user_preferences_pkey" PRIMARY KEY ("user_id")
);

-- CreateTable
CREATE TABLE "audit_event" (
    "id" TEXT COLLATE "C" NOT NULL,
    "at" TIMESTAMP(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "actor_id" TEXT COLLATE "C",
    "action" TEXT COLLATE "C" NOT NULL,
    "subject" TEXT COLLATE "C" NOT NULL,
    "detail" TEXT COLLATE "C" NOT NULL,
    "address" TEXT COLLATE "C",
    "posting_id" TEXT COLLATE "C",

    CONSTRAINT "audit_event_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "baiql_script" (
    "id" TEXT COLLATE "C" NOT NULL,
    "user_id" TEXT COLLATE "C" NOT NULL,
    "save_key" TEXT COLLATE "C",
    "name" TEXT COLLATE "C" NOT NULL,
    "content" TEXT COLLATE "C" NOT NULL,
    "version" INTEGER NOT NULL DEFAULT 1,
    "size" INTEGER NOT NULL,
    "created_at" TIMESTAMP(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMP(3) NOT NULL,

    CONSTRAINT "baiql_script_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "baiql_script_version" (
    "script_id" TEXT COLLATE "C" NOT NULL,
    "version" INTEGER NOT NULL,
    "name" TEXT COLLATE "C" NOT NULL,
    "size" INTEGER NOT NULL,
    "is_autosave" BOOLEAN NOT NULL,
    "saved_at" TIMESTAMP(3) NOT NULL,
    "content" TEXT COLLATE "C" NOT NULL,

    CONSTRAINT "baiql_script_version_pkey" PRIMARY KEY ("script_id","version")
);

-- CreateTable
CREATE TABLE "baiql_execution" (
    "id" TEXT COLLATE "C" NOT NULL,
    "user_id" TEXT COLLATE "C" NOT NULL,
    "api_key_id" TEXT COLLATE "C",
    "request_key" TEXT COLLATE "C",
    "request_hash" TEXT COLLATE "C",
    "script_name" TEXT COLLATE "C" NOT NULL,
    "script" TEXT COLLATE "C" NOT NULL,
    "plan" TEXT COLLATE "C" NOT NULL,
    "plan_hash" TEXT COLLATE "C" NOT NULL,
    "mode" TEXT COLLATE "C" NOT NULL,
    "trial_size" INTEGER,
    "remaining" INTEGER,
    "reuse" BOOLEAN NOT NULL DEFAULT false,
    "batch_type" TEXT COLLATE "C",
    "model" TEXT COLLATE "C",
    "continue_as" TEXT COLLATE "C" NOT NULL DEFAULT 'fresh',
    "retry_rounds" INTEGER NOT NULL DEFAULT 0,
    "status" TEXT COLLATE "C" NOT NULL,
    "reason" TEXT COLLATE "C",
    "message" TEXT COLLATE "C",
    "total" INTEGER NOT NULL DEFAULT 0,
    "succeeded" INTEGER NOT NULL DEFAULT 0,
    "failed" INTEGER NOT NULL DEFAULT 0,
    "skipped" INTEGER NOT NULL DEFAULT 0,
    "cut_off" INTEGER NOT NULL DEFAULT 0,
    "edited" INTEGER NOT NULL DEFAULT 0,
    "to_write" INTEGER NOT NULL DEFAULT 0,
    "input_tokens" INTEGER NOT NULL DEFAULT 0,
    "output_tokens" INTEGER NOT NULL DEFAULT 0,
    "cost" BIGINT DEFAULT 0,
    "cached_replies" INTEGER NOT NULL DEFAULT 0,
    "cached_input_tokens" INTEGER NOT NULL DEFAULT 0,
    "cached_output_tokens" INTEGER NOT NULL DEFAULT 0,
    "outputs" TEXT COLLATE "C" NOT NULL DEFAULT '[]',
    "lease_owner" TEXT COLLATE "C",
    "lease_until" BIGINT NOT NULL DEFAULT 0,
    "fencing_token" INTEGER NOT NULL DEFAULT 0,
    "unexpected_ends" INTEGER NOT NULL DEFAULT 0,
    "created_at" BIGINT NOT NULL,
    "started_at" BIGINT,
    "finished_at" BIGINT,
    "worked_ms" BIGINT NOT NULL DEFAULT 0,
    "working_since" BIGINT,

    CONSTRAINT "baiql_execution_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "baiql_memo_part" (
    "execution_id" TEXT COLLATE "C" NOT NULL,
    "name" TEXT COLLATE "C" NOT NULL,
    "value" TEXT COLLATE "C" NOT NULL,

    CONSTRAINT "baiql_memo_part_pkey" PRIMARY KEY ("execution_id","name")
);

-- CreateTable
CREATE TABLE "baiql_file" (
    "user_id" TEXT COLLATE "C" NOT NULL,
    "folder" TEXT COLLATE "C" NOT NULL,
    "name" TEXT COLLATE "C" NOT NULL,
    "execution_id" TEXT COLLATE "C" NOT NULL,
    "is_whole" BOOLEAN NOT NULL,
    "size" INTEGER NOT NULL,
    "modified_ms" DOUBLE PRECISION NOT NULL,

    CONSTRAINT "baiql_file_pkey" PRIMARY KEY ("user_id","folder","name")
);

-- CreateTable
CREATE TABLE "baiql_result" (
    "execution_id" TEXT COLLATE "C" NOT NULL,
    "batch" INTEGER NOT NULL,
    "number" INTEGER NOT NULL,
    "status" TEXT COLLATE "C" NOT NULL,
    "reason" TEXT COLLATE "C",
    "label" TEXT COLLATE "C" NOT NULL,
    "cost" BIGINT,
    "prompt" TEXT COLLATE "C" NOT NULL,
    "reply" TEXT COLLATE "C" NOT NULL,
    "detail" TEXT COLLATE "C" NOT NULL,

    CONSTRAINT "baiql_result_pkey" PRIMARY KEY ("execution_id","batch","number")
);

-- CreateTable
CREATE TABLE "baiql_review" (
    "execution_id" TEXT COLLATE "C" NOT NULL,
    "batch" INTEGER NOT NULL,
    "number" INTEGER NOT NULL,
    "verdict" TEXT COLLATE "C" NOT NULL,
    "is_pending" BOOLEAN NOT NULL,
    "at" BIGINT NOT NULL,
    "run" TEXT COLLATE "C" NOT NULL,
    "task_hash" TEXT COLLATE "C" NOT NULL DEFAULT '',
    "text" TEXT COLLATE "C" NOT NULL,
    "original" TEXT COLLATE "C" NOT NULL,

    CONSTRAINT "baiql_review_pkey" PRIMARY KEY ("execution_id","batch","number")
);

-- CreateTable
CREATE TABLE "baiql_log_line" (
    "execution_id" TEXT COLLATE "C" NOT NULL,
    "number" INTEGER NOT NULL,
    "at" BIGINT NOT NULL,
    "level" TEXT COLLATE "C" NOT NULL,
    "text" TEXT COLLATE "C" NOT NULL,

    CONSTRAINT "baiql_log_line_pkey" PRIMARY KEY ("execution_id","number")
);

-- CreateTable
CREATE TABLE "baiql_reply" (
    "key" TEXT COLLATE "C" NOT NULL,
    "execution_id" TEXT COLLATE "C" NOT NULL,
    "user_id" TEXT COLLATE "C" NOT NULL,
    "fingerprint" TEXT COLLATE "C" NOT NULL,
    "task_hash" TEXT COLLATE "C" NOT NULL DEFAULT '',
    "text" TEXT COLLATE "C" NOT NULL,
    "input_tokens" INTEGER NOT NULL,
    "output_tokens" INTEGER NOT NULL,
    "cost" BIGINT NOT NULL,
    "is_copy" BOOLEAN NOT NULL,
    "finish" TEXT COLLATE "C",
    "created_at" BIGINT NOT NULL,

    CONSTRAINT "baiql_reply_pkey" PRIMARY KEY ("key")
);

-- CreateTable
CREATE TABLE "category" (
    "id" SERIAL NOT NULL,
    "seed_key" TEXT COLLATE "C",
    "name" TEXT COLLATE "C" NOT NULL,
    "sort_order" INTEGER NOT NULL,
    "is_active" BOOLEAN NOT NULL DEFAULT true,
    "is_edited" BOOLEAN NOT NULL DEFAULT false,

    CONSTRAINT "category_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "style_template" (
    "id" SERIAL NOT NULL,
    "seed_key" TEXT COLLATE "C",
    "category_id" INTEGER NOT NULL,
    "name" TEXT COLLATE "C" NOT NULL,
    "sort_order" INTEGER NOT NULL,
    "template_text" TEXT COLLATE "C" NOT NULL,
    "is_active" BOOLEAN NOT NULL DEFAULT true,
    "is_edited" BOOLEAN NOT NULL DEFAULT false,

    CONSTRAINT "style_template_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "outcome_template" (
    "id" SERIAL NOT NULL,
    "seed_key" TEXT COLLATE "C",
    "category_id" INTEGER NOT NULL,
    "name" TEXT COLLATE "C" NOT NULL,
    "sort_order" INTEGER NOT NULL,
    "template_text" TEXT COLLATE "C" NOT NULL,
    "is_active" BOOLEAN NOT NULL DEFAULT true,
    "is_edited" BOOLEAN NOT NULL DEFAULT false,

    CONSTRAINT "outcome_template_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "purpose" (
    "id" SERIAL NOT NULL,
    "seed_key" TEXT COLLATE "C",
    "name" TEXT COLLATE "C" NOT NULL,
    "description" TEXT COLLATE "C" NOT NULL,
    "sort_order" INTEGER NOT NULL,
    "category_id" INTEGER NOT NULL,
    "style_template_id" INTEGER NOT NULL,
    "outcome_template_id" INTEGER NOT NULL,
    "is_active" BOOLEAN NOT NULL DEFAULT true,
    "is_edited" BOOLEAN NOT NULL DEFAULT false,

    CONSTRAINT "purpose_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "topic" (
    "id" SERIAL NOT NULL,
    "seed_key" TEXT COLLATE "C",
    "name" TEXT COLLATE "C" NOT NULL,
    "is_approved" BOOLEAN NOT NULL DEFAULT true,
    "is_edited" BOOLEAN NOT NULL DEFAULT false,

    CONSTRAINT "topic_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "subtopic" (
    "id" SERIAL NOT NULL,
    "seed_key" TEXT COLLATE "C",
    "topic_id" INTEGER NOT NULL,
    "name" TEXT COLLATE "C" NOT NULL,
    "is_approved" BOOLEAN NOT NULL DEFAULT true,
    "is_edited" BOOLEAN NOT NULL DEFAULT false,

    CONSTRAINT "subtopic_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "content_seed" (
    "id" INTEGER NOT NULL,
    "version" TEXT COLLATE "C" NOT NULL,

    CONSTRAINT "content_seed_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "doc" (
    "id" SERIAL NOT NULL,
    "seed_key" TEXT COLLATE "C",
    "type" TEXT COLLATE "C" NOT NULL,
    "slug" TEXT COLLATE "C" NOT NULL,
    "category" TEXT COLLATE "C" NOT NULL DEFAULT '',
    "title" TEXT COLLATE "C" NOT NULL,
    "display_order" INTEGER NOT NULL,
    "is_published" BOOLEAN NOT NULL DEFAULT true,
    "version" INTEGER NOT NULL DEFAULT 1,
    "is_edited" BOOLEAN NOT NULL DEFAULT false,
    "updated_at" TIMESTAMP(3) NOT NULL,
    "content" TEXT COLLATE "C" NOT NULL,

    CONSTRAINT "doc_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "doc_version" (
    "doc_id" INTEGER NOT NULL,
    "version" INTEGER NOT NULL,
    "saved_at" TIMESTAMP(3) NOT NULL,
    "actor_id" TEXT COLLATE "C",
    "title" TEXT COLLATE "C" NOT NULL,
    "content" TEXT COLLATE "C" NOT NULL,

    CONSTRAINT "doc_version_pkey" PRIMARY KEY ("doc_id","version")
);

-- CreateTable
CREATE TABLE "feedback" (
    "id" TEXT COLLATE "C" NOT NULL,
    "user_id" TEXT COLLATE "C" NOT NULL,
    "category_id" INTEGER NOT NULL,
    "q1" INTEGER NOT NULL,
    "q2" INTEGER NOT NULL,
    "q3" INTEGER NOT NULL,
    "q4" INTEGER NOT NULL,
    "q5" INTEGER NOT NULL,
    "q6" INTEGER NOT NULL,
    "q7" INTEGER NOT NULL,
    "q8" INTEGER NOT NULL,
    "q9" INTEGER NOT NULL,
    "q10" INTEGER NOT NULL,
    "created_at" TIMESTAMP(3) NOT NULL,
    "comment" TEXT COLLATE "C" NOT NULL,

    CONSTRAINT "feedback_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "ledger_account" (
    "id" TEXT COLLATE "C" NOT NULL,
    "user_id" TEXT COLLATE "C",
    "posted" BIGINT NOT NULL DEFAULT 0,
    "held" BIGINT NOT NULL DEFAULT 0,
    "debt" BIGINT NOT NULL DEFAULT 0,
    "version" INTEGER NOT NULL DEFAULT 0,
    "monthly_cap" BIGINT,

    CONSTRAINT "ledger_account_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "ledger_entry" (
    "id" SERIAL NOT NULL,
    "account_id" TEXT COLLATE "C" NOT NULL,
    "version" INTEGER NOT NULL,
    "amount" BIGINT NOT NULL,
    "balance_after" BIGINT NOT NULL,
    "kind" TEXT COLLATE "C" NOT NULL,
    "posting_id" TEXT COLLATE "C" NOT NULL,
    "operation_id" TEXT COLLATE "C",
    "provider" TEXT COLLATE "C",
    "model" TEXT COLLATE "C",
    "input_tokens" INTEGER,
    "output_tokens" INTEGER,
    "reason" TEXT COLLATE "C" NOT NULL,
    "occurred_at" BIGINT NOT NULL,
    "api_key_id" TEXT COLLATE "C",

    CONSTRAINT "ledger_entry_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "ledger_operation" (
    "id" TEXT COLLATE "C" NOT NULL,
    "user_id" TEXT COLLATE "C" NOT NULL,
    "endpoint" TEXT COLLATE "C" NOT NULL,
    "idempotency_key" TEXT COLLATE "C" NOT NULL,
    "request_hash" TEXT COLLATE "C" NOT NULL,
    "state" TEXT COLLATE "C" NOT NULL,
    "attempt" INTEGER NOT NULL DEFAULT 1,
    "is_free" BOOLEAN NOT NULL DEFAULT false,
    "is_optimization" BOOLEAN NOT NULL DEFAULT false,
    "provider" TEXT COLLATE "C" NOT NULL,
    "model" TEXT COLLATE "C" NOT NULL,
    "provider_request_id" TEXT COLLATE "C",
    "answer" TEXT COLLATE "C",
    "is_answer_sealed" BOOLEAN NOT NULL DEFAULT false,
    "created_at" BIGINT NOT NULL,
    "finished_at" BIGINT,
    "purge_at" BIGINT,
    "category_id" INTEGER,
    "api_key_id" TEXT COLLATE "C",

    CONSTRAINT "ledger_operation_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "ledger_hold" (
    "operation_id" TEXT COLLATE "C" NOT NULL,
    "account_id" TEXT COLLATE "C" NOT NULL,
    "amount" BIGINT NOT NULL,
    "state" TEXT COLLATE "C" NOT NULL,
    "is_dispatched" BOOLEAN NOT NULL DEFAULT false,
    "price_rule" TEXT COLLATE "C" NOT NULL,
    "process_id" TEXT COLLATE "C" NOT NULL,
    "created_at" BIGINT NOT NULL,
    "deadline_at" BIGINT NOT NULL,
    "usage" TEXT COLLATE "C",
    "is_counted" BOOLEAN NOT NULL DEFAULT true,

    CONSTRAINT "ledger_hold_pkey" PRIMARY KEY ("operation_id")
);

-- CreateTable
CREATE TABLE "ledger_day" (
    "user_id" TEXT COLLATE "C" NOT NULL,
    "day" TEXT COLLATE "C" NOT NULL,
    "spent" BIGINT NOT NULL DEFAULT 0,
    "free_sends" INTEGER NOT NULL DEFAULT 0,
    "without_text" INTEGER NOT NULL DEFAULT 0,
    "free_optimizations" INTEGER NOT NULL DEFAULT 0,

    CONSTRAINT "ledger_day_pkey" PRIMARY KEY ("user_id","day")
);

-- CreateTable
CREATE TABLE "ledger_key_month" (
    "api_key_id" TEXT COLLATE "C" NOT NULL,
    "month" TEXT COLLATE "C" NOT NULL,
    "spent" BIGINT NOT NULL DEFAULT 0,

    CONSTRAINT "ledger_key_month_pkey" PRIMARY KEY ("api_key_id","month")
);

-- CreateTable
CREATE TABLE "ledger_usage" (
    "user_id" TEXT COLLATE "C" NOT NULL,
    "quarter" BIGINT NOT NULL,
    "endpoint" TEXT COLLATE "C" NOT NULL,
    "provider" TEXT COLLATE "C" NOT NULL,
    "model" TEXT COLLATE "C" NOT NULL,
    "category_id" INTEGER NOT NULL DEFAULT 0,
    "api_key_id" TEXT COLLATE "C" NOT NULL DEFAULT '',
    "requests" INTEGER NOT NULL DEFAULT 0,
    "free_requests" INTEGER NOT NULL DEFAULT 0,
    "not_charged" INTEGER NOT NULL DEFAULT 0,
    "input_tokens" BIGINT NOT NULL DEFAULT 0,
    "output_tokens" BIGINT NOT NULL DEFAULT 0,
    "cost" BIGINT NOT NULL DEFAULT 0,
    "free_value" BIGINT NOT NULL DEFAULT 0,
    "cache_saved" BIGINT NOT NULL DEFAULT 0,

    CONSTRAINT "ledger_usage_pkey" PRIMARY KEY ("user_id","quarter","endpoint","provider","model","category_id","api_key_id")
);

-- CreateTable
CREATE TABLE "ledger_uncharged" (
    "operation_id" TEXT COLLATE "C" NOT NULL,
    "user_id" TEXT COLLATE "C" NOT NULL,
    "at" BIGINT NOT NULL,
    "provider" TEXT COLLATE "C" NOT NULL,
    "model" TEXT COLLATE "C" NOT NULL,
    "reason" TEXT COLLATE "C" NOT NULL,

    CONSTRAINT "ledger_uncharged_pkey" PRIMARY KEY ("operation_id")
);

-- CreateTable
CREATE TABLE "ledger_posting" (
    "id" TEXT COLLATE "C" NOT NULL,
    "idempotency_key" TEXT COLLATE "C" NOT NULL,
    "request_hash" TEXT COLLATE "C" NOT NULL,
    "user_id" TEXT COLLATE "C" NOT NULL,
    "kind" TEXT COLLATE "C" NOT NULL,
    "amount" BIGINT NOT NULL,
    "note" TEXT COLLATE "C" NOT NULL DEFAULT '',
    "actor_id" TEXT COLLATE "C" NOT NULL DEFAULT '',
    "created_at" BIGINT NOT NULL,

    CONSTRAINT "ledger_posting_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "topup" (
    "payment_intent_id" TEXT COLLATE "C" NOT NULL,
    "user_id" TEXT COLLATE "C" NOT NULL,
    "package_id" TEXT COLLATE "C" NOT NULL,
    "amount_cents" INTEGER NOT NULL,
    "currency" TEXT COLLATE "C" NOT NULL,
    "status" TEXT COLLATE "C" NOT NULL,
    "created_at" BIGINT NOT NULL,
    "credited_at" BIGINT,
    "refunded_cents" INTEGER NOT NULL DEFAULT 0,
    "disputed_cents" INTEGER NOT NULL DEFAULT 0,
    "problem" TEXT COLLATE "C",
    "receipt_url" TEXT COLLATE "C",

    CONSTRAINT "topup_pkey" PRIMARY KEY ("payment_intent_id")
);

-- CreateTable
CREATE TABLE "stripe_event" (
    "id" TEXT COLLATE "C" NOT NULL,
    "kind" TEXT COLLATE "C" NOT NULL,
    "received_at" BIGINT NOT NULL,

    CONSTRAINT "stripe_event_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "stripe_poll" (
    "id" INTEGER NOT NULL,
    "polled_until" BIGINT NOT NULL,

    CONSTRAINT "stripe_poll_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "ai_provider" (
    "id" TEXT COLLATE "C" NOT NULL,
    "key" TEXT COLLATE "C" NOT NULL,
    "name" TEXT COLLATE "C" NOT NULL,
    "protocol" TEXT COLLATE "C" NOT NULL,
    "base_url" TEXT COLLATE "C" NOT NULL DEFAULT '',
    "default_model" TEXT COLLATE "C" NOT NULL DEFAULT '',
    "is_active" BOOLEAN NOT NULL DEFAULT true,
    "allow_private_address" BOOLEAN NOT NULL DEFAULT false,
    "api_key" TEXT COLLATE "C",
    "api_key_ending" TEXT COLLATE "C",
    "further_keys" TEXT COLLATE "C" NOT NULL DEFAULT '[]',
    "extra_headers" TEXT COLLATE "C",
    "api_version" TEXT COLLATE "C",
    "region" TEXT COLLATE "C",
    "project" TEXT COLLATE "C",
    "sends_user_ids" BOOLEAN NOT NULL DEFAULT true,
    "sort_order" INTEGER NOT NULL DEFAULT 0,

    CONSTRAINT "ai_provider_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "ai_model" (
    "id" TEXT COLLATE "C" NOT NULL,
    "provider_id" TEXT COLLATE "C" NOT NULL,
    "model_name" TEXT COLLATE "C" NOT NULL,
    "display_name" TEXT COLLATE "C" NOT NULL,
    "model_behind" TEXT COLLATE "C",
    "is_allowed" BOOLEAN NOT NULL DEFAULT true,
    "is_free" BOOLEAN NOT NULL DEFAULT false,
    "context_tokens" INTEGER,
    "max_output_tokens" INTEGER NOT NULL DEFAULT 32768,
    "takes_images" BOOLEAN NOT NULL DEFAULT true,
    "transcribes" BOOLEAN NOT NULL DEFAULT false,
    "takes_sampling" BOOLEAN,
    "most_searches" INTEGER NOT NULL DEFAULT 0,
    "tokens_each_search" INTEGER NOT NULL DEFAULT 0,
    "sort_order" INTEGER NOT NULL DEFAULT 0,
    "replaced_by" TEXT COLLATE "C",
    "fallback" TEXT COLLATE "C",
    "shutdown_on" TEXT COLLATE "C",
    "gone_at" TIMESTAMP(3),

    CONSTRAINT "ai_model_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "provider_first_reply" (
    "provider" TEXT COLLATE "C" NOT NULL,
    "at" BIGINT NOT NULL,

    CONSTRAINT "provider_first_reply_pkey" PRIMARY KEY ("provider")
);

-- CreateTable
CREATE TABLE "ai_price" (
    "id" TEXT COLLATE "C" NOT NULL,
    "provider" TEXT COLLATE "C" NOT NULL,
    "model" TEXT COLLATE "C" NOT NULL,
    "version" INTEGER NOT NULL,
    "rule" TEXT COLLATE "C" NOT NULL,
    "currency" TEXT COLLATE "C" NOT NULL DEFAULT 'USD',
    "is_active" BOOLEAN NOT NULL DEFAULT true,
    "valid_from" TIMESTAMP(3) NOT NULL,

    CONSTRAINT "ai_price_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "vendor_detail" (
    "operation_id" TEXT COLLATE "C" NOT NULL,
    "user_id" TEXT COLLATE "C" NOT NULL,
    "at" BIGINT NOT NULL,
    "sentence" TEXT COLLATE "C" NOT NULL,
    "field" TEXT COLLATE "C",

    CONSTRAINT "vendor_detail_pkey" PRIMARY KEY ("operation_id")
);

-- CreateTable
CREATE TABLE "mail" (
    "user_id" TEXT COLLATE "C" NOT NULL,
    "kind" TEXT COLLATE "C" NOT NULL,
    "about" TEXT COLLATE "C" NOT NULL,
    "recipient" TEXT COLLATE "C",
    "details" TEXT COLLATE "C",
    "due_at" BIGINT NOT NULL,
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "attempted_at" BIGINT,
    "next_attempt_at" BIGINT NOT NULL DEFAULT 0,
    "last_error" TEXT COLLATE "C",
    "failed_at" BIGINT,
    "sent_at" BIGINT,

    CONSTRAINT "mail_pkey" PRIMARY KEY ("user_id","kind","about")
);

-- CreateTable
CREATE TABLE "ocr_day" (
    "day" TEXT COLLATE "C" NOT NULL,
    "user_id" TEXT COLLATE "C" NOT NULL,
    "count" INTEGER NOT NULL DEFAULT 0,
    "chars" INTEGER NOT NULL DEFAULT 0,
    "ms" INTEGER NOT NULL DEFAULT 0,

    CONSTRAINT "ocr_day_pkey" PRIMARY KEY ("day","user_id")
);

-- CreateTable
CREATE TABLE "provider_day" (
    "day" TEXT COLLATE "C" NOT NULL,
    "provider" TEXT COLLATE "C" NOT NULL,
    "calls" INTEGER NOT NULL DEFAULT 0,
    "failures" INTEGER NOT NULL DEFAULT 0,
    "total_ms" BIGINT NOT NULL DEFAULT 0,
    "latency" TEXT COLLATE "C" NOT NULL DEFAULT '[]',

    CONSTRAINT "provider_day_pkey" PRIMARY KEY ("day","provider")
);

-- CreateTable
CREATE TABLE "duty_report" (
    "name" TEXT COLLATE "C" NOT NULL,
    "at" TIMESTAMP(3) NOT NULL,
    "is_ok" BOOLEAN NOT NULL,
    "detail" TEXT COLLATE "C" NOT NULL,

    CONSTRAINT "duty_report_pkey" PRIMARY KEY ("name")
);

-- CreateTable
CREATE TABLE "stripe_customer" (
    "user_id" TEXT COLLATE "C" NOT NULL,
    "customer_id" TEXT COLLATE "C" NOT NULL,

    CONSTRAINT "stripe_customer_pkey" PRIMARY KEY ("user_id")
);

-- CreateTable
CREATE TABLE "subscription" (
    "id" TEXT COLLATE "C" NOT NULL,
    "user_id" TEXT COLLATE "C" NOT NULL,
    "plan" TEXT COLLATE "C" NOT NULL,
    "seats" INTEGER NOT NULL,
    "status" TEXT COLLATE "C" NOT NULL,
    "period_end" BIGINT NOT NULL,
    "cancels_at_period_end" BOOLEAN NOT NULL DEFAULT false,
    "created_at" BIGINT NOT NULL,
    "given_role" TEXT COLLATE "C",
    "pending_plan" TEXT COLLATE "C",
    "pending_seats" INTEGER,
    "pending_until" BIGINT,
    "needs_card" BOOLEAN NOT NULL DEFAULT false,
    "card_last4" TEXT COLLATE "C",
    "card_expires" TEXT COLLATE "C",

    CONSTRAINT "subscription_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "generated_prompt" (
    "id" TEXT COLLATE "C" NOT NULL,
    "user_id" TEXT COLLATE "C" NOT NULL,
    "category_id" INTEGER,
    "style_template_id" INTEGER,
    "outcome_template_id" INTEGER,
    "topic_id" INTEGER,
    "subtopic_id" INTEGER,
    "user_topic" TEXT COLLATE "C" NOT NULL,
    "user_details" TEXT COLLATE "C" NOT NULL,
    "raw_topic" TEXT COLLATE "C" NOT NULL,
    "raw_subtopic" TEXT COLLATE "C" NOT NULL,
    "created_at" TIMESTAMP(3) NOT NULL,

    CONSTRAINT "generated_prompt_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "saved_prompt" (
    "number" SERIAL NOT NULL,
    "id" TEXT COLLATE "C" NOT NULL,
    "user_id" TEXT COLLATE "C" NOT NULL,
    "title" TEXT COLLATE "C" NOT NULL,
    "description" TEXT COLLATE "C" NOT NULL,
    "category_id" INTEGER,
    "style_template_id" INTEGER,
    "outcome_template_id" INTEGER,
    "topic_id" INTEGER,
    "subtopic_id" INTEGER,
    "raw_topic" TEXT COLLATE "C" NOT NULL,
    "raw_subtopic" TEXT COLLATE "C" NOT NULL,
    "ai_model_id" INTEGER NOT NULL DEFAULT 0,
    "tags" TEXT COLLATE "C" NOT NULL DEFAULT '[]',
    "folder" TEXT COLLATE "C" NOT NULL DEFAULT '',
    "version" INTEGER NOT NULL DEFAULT 1,
    "is_public" BOOLEAN NOT NULL DEFAULT false,
    "moderation" TEXT COLLATE "C" NOT NULL DEFAULT 'clear',
    "flagged_at" TIMESTAMP(3),
    "wants_public" BOOLEAN NOT NULL DEFAULT false,
    "moderation_codes" TEXT COLLATE "C" NOT NULL DEFAULT '[]',
    "moderation_notes" TEXT COLLATE "C" NOT NULL DEFAULT '',
    "author_note" TEXT COLLATE "C" NOT NULL DEFAULT '',
    "like_count" INTEGER NOT NULL DEFAULT 0,
    "use_count" INTEGER NOT NULL DEFAULT 0,
    "last_used_at" TIMESTAMP(3),
    "cost" BIGINT NOT NULL DEFAULT 0,
    "paid_uses" INTEGER NOT NULL DEFAULT 0,
    "team_id" TEXT COLLATE "C",
    "source_id" TEXT COLLATE "C",
    "created_at" TIMESTAMP(3) NOT NULL,
    "updated_at" TIMESTAMP(3) NOT NULL,
    "preview" TEXT COLLATE "C" NOT NULL,
    "variable_count" INTEGER NOT NULL,
    "content" TEXT COLLATE "C" NOT NULL,

    CONSTRAINT "saved_prompt_pkey" PRIMARY KEY ("number")
);

-- CreateTable
CREATE TABLE "merged_tag" (
    "user_id" TEXT COLLATE "C" NOT NULL,
    "former" TEXT COLLATE "C" NOT NULL,
    "tag" TEXT COLLATE "C" NOT NULL,
    "at" TIMESTAMP(3) NOT NULL,

    CONSTRAINT "merged_tag_pkey" PRIMARY KEY ("user_id","former")
);

-- CreateTable
CREATE TABLE "prompt_like" (
    "prompt_id" TEXT COLLATE "C" NOT NULL,
    "user_id" TEXT COLLATE "C" NOT NULL,
    "at" TIMESTAMP(3) NOT NULL,

    CONSTRAINT "prompt_like_pkey" PRIMARY KEY ("prompt_id","user_id")
);

-- CreateTable
CREATE TABLE "prompt_report" (
    "prompt_id" TEXT COLLATE "C" NOT NULL,
    "user_id" TEXT COLLATE "C" NOT NULL,
    "code" TEXT COLLATE "C" NOT NULL,
    "note" TEXT COLLATE "C" NOT NULL,
    "at" TIMESTAMP(3) NOT NULL,
    "settled_at" TIMESTAMP(3),

    CONSTRAINT "prompt_report_pkey" PRIMARY KEY ("prompt_id","user_id")
);

-- CreateTable
CREATE TABLE "saved_prompt_version" (
    "prompt_id" TEXT COLLATE "C" NOT NULL,
    "version" INTEGER NOT NULL,
    "title" TEXT COLLATE "C" NOT NULL,
    "description" TEXT COLLATE "C" NOT NULL,
    "note" TEXT COLLATE "C" NOT NULL,
    "saved_at" TIMESTAMP(3) NOT NULL,
    "content" TEXT COLLATE "C" NOT NULL,

    CONSTRAINT "saved_prompt_version_pkey" PRIMARY KEY ("prompt_id","version")
);

-- CreateTable
CREATE TABLE "prompt_charge" (
    "prompt_id" TEXT COLLATE "C" NOT NULL,
    "user_id" TEXT COLLATE "C" NOT NULL,
    "operation_key" TEXT COLLATE "C" NOT NULL,
    "cost" BIGINT NOT NULL,

    CONSTRAINT "prompt_charge_pkey" PRIMARY KEY ("user_id","operation_key")
);

-- CreateTable
CREATE TABLE "house_setting" (
    "name" TEXT COLLATE "C" NOT NULL,
    "data" TEXT COLLATE "C" NOT NULL,
    "updated_at" TIMESTAMP(3) NOT NULL,

    CONSTRAINT "house_setting_pkey" PRIMARY KEY ("name")
);

-- CreateTable
CREATE TABLE "saved_session" (
    "id" TEXT COLLATE "C" NOT NULL,
    "user_id" TEXT COLLATE "C" NOT NULL,
    "save_key" TEXT COLLATE "C",
    "kind" TEXT COLLATE "C" NOT NULL DEFAULT 'saved',
    "is_pinned" BOOLEAN NOT NULL DEFAULT false,
    "title" TEXT COLLATE "C" NOT NULL,
    "provider" TEXT COLLATE "C" NOT NULL,
    "model" TEXT COLLATE "C" NOT NULL,
    "requests" INTEGER NOT NULL,
    "tokens_in" INTEGER NOT NULL,
    "tokens_out" INTEGER NOT NULL,
    "cost" BIGINT NOT NULL,
    "size" INTEGER NOT NULL,
    "saved_at" TIMESTAMP(3) NOT NULL,
    "changed_at" TIMESTAMP(3) NOT NULL,
    "prompt_text" TEXT COLLATE "C" NOT NULL,
    "io_text" TEXT COLLATE "C" NOT NULL,
    "thread_json" TEXT COLLATE "C" NOT NULL DEFAULT '',
    "instructions" TEXT COLLATE "C" NOT NULL DEFAULT '',

    CONSTRAINT "saved_session_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "session_turn" (
    "number" SERIAL NOT NULL,
    "user_id" TEXT COLLATE "C" NOT NULL,
    "session_id" TEXT COLLATE "C" NOT NULL,
    "key" TEXT COLLATE "C" NOT NULL,
    "sent_at" TIMESTAMP(3) NOT NULL,
    "tokens_in" INTEGER NOT NULL,
    "tokens_out" INTEGER NOT NULL,
    "cost" BIGINT NOT NULL,
    "requests" INTEGER NOT NULL,
    "size" INTEGER NOT NULL,
    "opening" TEXT COLLATE "C" NOT NULL,
    "entries" TEXT COLLATE "C" NOT NULL,

    CONSTRAINT "session_turn_pkey" PRIMARY KEY ("number")
);

-- CreateTable
CREATE TABLE "session_share" (
    "token" TEXT COLLATE "C" NOT NULL,
    "user_id" TEXT COLLATE "C" NOT NULL,
    "session_id" TEXT COLLATE "C" NOT NULL,
    "shared_at" TIMESTAMP(3) NOT NULL,
    "expires_at" TIMESTAMP(3) NOT NULL,
    "disabled_at" TIMESTAMP(3),
    "title" TEXT COLLATE "C" NOT NULL,
    "instructions" TEXT COLLATE "C" NOT NULL,
    "entries" TEXT COLLATE "C" NOT NULL,

    CONSTRAINT "session_share_pkey" PRIMARY KEY ("token")
);

-- CreateTable
CREATE TABLE "team" (
    "id" TEXT COLLATE "C" NOT NULL,
    "user_id" TEXT COLLATE "C" NOT NULL,
    "name" TEXT COLLATE "C" NOT NULL,
    "plan" TEXT COLLATE "C" NOT NULL,
    "seats" INTEGER NOT NULL,
    "is_on" BOOLEAN NOT NULL,
    "created_at" BIGINT NOT NULL,

    CONSTRAINT "team_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "team_member" (
    "user_id" TEXT COLLATE "C" NOT NULL,
    "team_id" TEXT COLLATE "C" NOT NULL,
    "rank" TEXT COLLATE "C" NOT NULL,
    "joined_at" BIGINT NOT NULL,
    "has_seat" BOOLEAN NOT NULL,
    "given_role" TEXT COLLATE "C",

    CONSTRAINT "team_member_pkey" PRIMARY KEY ("user_id")
);

-- CreateTable
CREATE TABLE "team_invitation" (
    "id" TEXT COLLATE "C" NOT NULL,
    "team_id" TEXT COLLATE "C" NOT NULL,
    "email" TEXT COLLATE "C" NOT NULL,
    "rank" TEXT COLLATE "C" NOT NULL,
    "token_hash" TEXT COLLATE "C" NOT NULL,
    "created_at" BIGINT NOT NULL,
    "expires_at" BIGINT NOT NULL,

    CONSTRAINT "team_invitation_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "user_id_key" ON "user"("id");

-- CreateIndex
CREATE UNIQUE INDEX "user_email_key" ON "user"("email");

-- CreateIndex
CREATE INDEX "user_deleted_at_email_idx" ON "user"("deleted_at", "email");

-- CreateIndex
CREATE INDEX "user_deleted_at_created_at_idx" ON "user"("deleted_at", "created_at");

-- CreateIndex
CREATE INDEX "user_deleted_at_last_login_at_idx" ON "user"("deleted_at", "last_login_at");

-- CreateIndex
CREATE INDEX "user_role_role_user_id_idx" ON "user_role"("role", "user_id");

-- CreateIndex
CREATE UNIQUE INDEX "provider_link_user_id_issuer_key" ON "provider_link"("user_id", "issuer");

-- CreateIndex
CREATE UNIQUE INDEX "invitation_token_hash_key" ON "invitation"("token_hash");

-- CreateIndex
CREATE INDEX "invitation_created_at_idx" ON "invitation"("created_at");

-- CreateIndex
CREATE INDEX "invitation_email_idx" ON "invitation"("email");

-- CreateIndex
CREATE INDEX "invitation_use_invitation_id_idx" ON "invitation_use"("invitation_id");

-- CreateIndex
CREATE INDEX "invitation_use_granted_at_idx" ON "invitation_use"("granted_at");

-- CreateIndex
CREATE UNIQUE INDEX "session_token_hash_key" ON "session"("token_hash");

-- CreateIndex
CREATE INDEX "session_user_id_last_seen_at_idx" ON "session"("user_id", "last_seen_at");

-- CreateIndex
CREATE INDEX "session_expires_at_idx" ON "session"("expires_at");

-- CreateIndex
CREATE UNIQUE INDEX "api_key_prefix_key" ON "api_key"("prefix");

-- CreateIndex
CREATE INDEX "api_key_user_id_created_at_idx" ON "api_key"("user_id", "created_at");

-- CreateIndex
CREATE UNIQUE INDEX "account_token_token_hash_key" ON "account_token"("token_hash");

-- CreateIndex
CREATE INDEX "account_token_user_id_purpose_idx" ON "account_token"("user_id", "purpose");

-- CreateIndex
CREATE INDEX "pending_registration_user_id_created_at_idx" ON "pending_registration"("user_id", "created_at");

-- CreateIndex
CREATE UNIQUE INDEX "recovery_code_user_id_code_hash_key" ON "recovery_code"("user_id", "code_hash");

-- CreateIndex
CREATE INDEX "remembered_browser_user_id_idx" ON "remembered_browser"("user_id");

-- CreateIndex
CREATE INDEX "remembered_browser_expires_at_idx" ON "remembered_browser"("expires_at");

-- CreateIndex
CREATE INDEX "passkey_user_id_created_at_idx" ON "passkey"("user_id", "created_at");

-- CreateIndex
CREATE INDEX "passkey_challenge_expires_at_idx" ON "passkey_challenge"("expires_at");

-- CreateIndex
CREATE INDEX "sign_in_user_id_at_idx" ON "sign_in"("user_id", "at");

-- CreateIndex
CREATE INDEX "sign_in_at_idx" ON "sign_in"("at");

-- CreateIndex
CREATE UNIQUE INDEX "audit_event_posting_id_key" ON "audit_event"("posting_id");

-- CreateIndex
CREATE INDEX "audit_event_at_id_idx" ON "audit_event"("at", "id");

-- CreateIndex
CREATE INDEX "audit_event_subject_at_id_idx" ON "audit_event"("subject", "at", "id");

-- CreateIndex
CREATE INDEX "audit_event_actor_id_at_id_idx" ON "audit_event"("actor_id", "at", "id");

-- CreateIndex
CREATE INDEX "audit_event_action_at_id_idx" ON "audit_event"("action", "at", "id");

-- CreateIndex
CREATE INDEX "baiql_script_user_id_updated_at_id_idx" ON "baiql_script"("user_id", "updated_at", "id");

-- CreateIndex
CREATE UNIQUE INDEX "baiql_script_user_id_save_key_key" ON "baiql_script"("user_id", "save_key");

-- CreateIndex
CREATE INDEX "baiql_execution_user_id_created_at_id_idx" ON "baiql_execution"("user_id", "created_at", "id");

-- CreateIndex
CREATE INDEX "baiql_execution_user_id_status_created_at_id_idx" ON "baiql_execution"("user_id", "status", "created_at", "id");

-- CreateIndex
CREATE INDEX "baiql_execution_user_id_cost_created_at_id_idx" ON "baiql_execution"("user_id", "cost", "created_at", "id");

-- CreateIndex
CREATE INDEX "baiql_execution_user_id_status_cost_created_at_id_idx" ON "baiql_execution"("user_id", "status", "cost", "created_at", "id");

-- CreateIndex
CREATE INDEX "baiql_execution_created_at_id_idx" ON "baiql_execution"("created_at", "id");

-- CreateIndex
CREATE INDEX "baiql_execution_status_created_at_id_idx" ON "baiql_execution"("status", "created_at", "id");

-- CreateIndex
CREATE INDEX "baiql_execution_status_lease_until_idx" ON "baiql_execution"("status", "lease_until");

-- CreateIndex
CREATE INDEX "baiql_execution_lease_owner_idx" ON "baiql_execution"("lease_owner");

-- CreateIndex
CREATE INDEX "baiql_execution_continue_as_finished_at_idx" ON "baiql_execution"("continue_as", "finished_at");

-- CreateIndex
CREATE INDEX "baiql_execution_continue_as_plan_hash_idx" ON "baiql_execution"("continue_as", "plan_hash");

-- CreateIndex
CREATE UNIQUE INDEX "baiql_execution_user_id_request_key_key" ON "baiql_execution"("user_id", "request_key");

-- CreateIndex
CREATE INDEX "baiql_file_execution_id_idx" ON "baiql_file"("execution_id");

-- CreateIndex
CREATE INDEX "baiql_result_execution_id_status_batch_number_idx" ON "baiql_result"("execution_id", "status", "batch", "number");

-- CreateIndex
CREATE INDEX "baiql_review_execution_id_verdict_batch_number_idx" ON "baiql_review"("execution_id", "verdict", "batch", "number");

-- CreateIndex
CREATE INDEX "baiql_review_task_hash_at_idx" ON "baiql_review"("task_hash", "at");

-- CreateIndex
CREATE INDEX "baiql_reply_user_id_fingerprint_created_at_idx" ON "baiql_reply"("user_id", "fingerprint", "created_at");

-- CreateIndex
CREATE INDEX "baiql_reply_user_id_created_at_idx" ON "baiql_reply"("user_id", "created_at");

-- CreateIndex
CREATE INDEX "baiql_reply_execution_id_fingerprint_created_at_idx" ON "baiql_reply"("execution_id", "fingerprint", "created_at");

-- CreateIndex
CREATE INDEX "baiql_reply_created_at_idx" ON "baiql_reply"("created_at");

-- CreateIndex
CREATE UNIQUE INDEX "category_seed_key_key" ON "category"("seed_key");

-- CreateIndex
CREATE UNIQUE INDEX "style_template_seed_key_key" ON "style_template"("seed_key");

-- CreateIndex
CREATE INDEX "style_template_category_id_sort_order_idx" ON "style_template"("category_id", "sort_order");

-- CreateIndex
CREATE UNIQUE INDEX "outcome_template_seed_key_key" ON "outcome_template"("seed_key");

-- CreateIndex
CREATE INDEX "outcome_template_category_id_sort_order_idx" ON "outcome_template"("category_id", "sort_order");

-- CreateIndex
CREATE UNIQUE INDEX "purpose_seed_key_key" ON "purpose"("seed_key");

-- CreateIndex
CREATE UNIQUE INDEX "topic_seed_key_key" ON "topic"("seed_key");

-- CreateIndex
CREATE UNIQUE INDEX "subtopic_seed_key_key" ON "subtopic"("seed_key");

-- CreateIndex
CREATE INDEX "subtopic_topic_id_idx" ON "subtopic"("topic_id");

-- CreateIndex
CREATE UNIQUE INDEX "doc_seed_key_key" ON "doc"("seed_key");

-- CreateIndex
CREATE INDEX "doc_type_display_order_id_idx" ON "doc"("type", "display_order", "id");

-- CreateIndex
CREATE UNIQUE INDEX "doc_type_slug_key" ON "doc"("type", "slug");

-- CreateIndex
CREATE INDEX "doc_version_actor_id_idx" ON "doc_version"("actor_id");

-- CreateIndex
CREATE INDEX "feedback_category_id_created_at_id_idx" ON "feedback"("category_id", "created_at", "id");

-- CreateIndex
CREATE INDEX "feedback_created_at_id_idx" ON "feedback"("created_at", "id");

-- CreateIndex
CREATE INDEX "feedback_user_id_idx" ON "feedback"("user_id");

-- CreateIndex
CREATE INDEX "feedback_category_id_q1_idx" ON "feedback"("category_id", "q1");

-- CreateIndex
CREATE INDEX "feedback_category_id_q2_idx" ON "feedback"("category_id", "q2");

-- CreateIndex
CREATE INDEX "feedback_category_id_q3_idx" ON "feedback"("category_id", "q3");

-- CreateIndex
CREATE INDEX "feedback_category_id_q4_idx" ON "feedback"("category_id", "q4");

-- CreateIndex
CREATE INDEX "feedback_category_id_q5_idx" ON "feedback"("category_id", "q5");

-- CreateIndex
CREATE INDEX "feedback_category_id_q6_idx" ON "feedback"("category_id", "q6");

-- CreateIndex
CREATE INDEX "feedback_category_id_q7_idx" ON "feedback"("category_id", "q7");

-- CreateIndex
CREATE INDEX "feedback_category_id_q8_idx" ON "feedback"("category_id", "q8");

-- CreateIndex
CREATE INDEX "feedback_category_id_q9_idx" ON "feedback"("category_id", "q9");

-- CreateIndex
CREATE INDEX "feedback_category_id_q10_idx" ON "feedback"("category_id", "q10");

-- CreateIndex
CREATE UNIQUE INDEX "ledger_account_user_id_key" ON "ledger_account"("user_id");

-- CreateIndex
CREATE INDEX "ledger_entry_account_id_occurred_at_kind_amount_input_token_idx" ON "ledger_entry"("account_id", "occurred_at", "kind", "amount", "input_tokens", "output_tokens");

-- CreateIndex
CREATE INDEX "ledger_entry_kind_occurred_at_id_amount_idx" ON "ledger_entry"("kind", "occurred_at", "id", "amount");

-- CreateIndex
CREATE INDEX "ledger_entry_api_key_id_version_idx" ON "ledger_entry"("api_key_id", "version");

-- CreateIndex
CREATE INDEX "ledger_entry_posting_id_idx" ON "ledger_entry"("posting_id");

-- CreateIndex
CREATE INDEX "ledger_entry_operation_id_idx" ON "ledger_entry"("operation_id");

-- CreateIndex
CREATE UNIQUE INDEX "ledger_entry_account_id_version_key" ON "ledger_entry"("account_id", "version");

-- CreateIndex
CREATE INDEX "ledger_operation_purge_at_idx" ON "ledger_operation"("purge_at");

-- CreateIndex
CREATE UNIQUE INDEX "ledger_operation_user_id_endpoint_idempotency_key_key" ON "ledger_operation"("user_id", "endpoint", "idempotency_key");

-- CreateIndex
CREATE INDEX "ledger_hold_state_deadline_at_idx" ON "ledger_hold"("state", "deadline_at");

-- CreateIndex
CREATE INDEX "ledger_hold_account_id_state_idx" ON "ledger_hold"("account_id", "state");

-- CreateIndex
CREATE INDEX "ledger_day_day_user_id_idx" ON "ledger_day"("day", "user_id");

-- CreateIndex
CREATE INDEX "ledger_uncharged_user_id_at_idx" ON "ledger_uncharged"("user_id", "at");

-- CreateIndex
CREATE INDEX "ledger_uncharged_at_operation_id_idx" ON "ledger_uncharged"("at", "operation_id");

-- CreateIndex
CREATE INDEX "ledger_uncharged_provider_at_operation_id_idx" ON "ledger_uncharged"("provider", "at", "operation_id");

-- CreateIndex
CREATE UNIQUE INDEX "ledger_posting_idempotency_key_key" ON "ledger_posting"("idempotency_key");

-- CreateIndex
CREATE INDEX "ledger_posting_user_id_created_at_idx" ON "ledger_posting"("user_id", "created_at");

-- CreateIndex
CREATE INDEX "topup_user_id_created_at_idx" ON "topup"("user_id", "created_at");

-- CreateIndex
CREATE INDEX "topup_credited_at_created_at_idx" ON "topup"("credited_at", "created_at");

-- CreateIndex
CREATE INDEX "stripe_event_received_at_idx" ON "stripe_event"("received_at");

-- CreateIndex
CREATE UNIQUE INDEX "ai_provider_key_key" ON "ai_provider"("key");

-- CreateIndex
CREATE UNIQUE INDEX "ai_model_provider_id_model_name_key" ON "ai_model"("provider_id", "model_name");

-- CreateIndex
CREATE UNIQUE INDEX "ai_price_provider_model_version_key" ON "ai_price"("provider", "model", "version");

-- CreateIndex
CREATE INDEX "vendor_detail_user_id_idx" ON "vendor_detail"("user_id");

-- CreateIndex
CREATE INDEX "vendor_detail_at_idx" ON "vendor_detail"("at");

-- CreateIndex
CREATE INDEX "mail_sent_at_due_at_idx" ON "mail"("sent_at", "due_at");

-- CreateIndex
CREATE INDEX "ocr_day_user_id_idx" ON "ocr_day"("user_id");

-- CreateIndex
CREATE UNIQUE INDEX "stripe_customer_customer_id_key" ON "stripe_customer"("customer_id");

-- CreateIndex
CREATE INDEX "subscription_user_id_created_at_idx" ON "subscription"("user_id", "created_at");

-- CreateIndex
CREATE INDEX "generated_prompt_user_id_created_at_id_idx" ON "generated_prompt"("user_id", "created_at", "id");

-- CreateIndex
CREATE INDEX "generated_prompt_created_at_id_idx" ON "generated_prompt"("created_at", "id");

-- CreateIndex
CREATE INDEX "generated_prompt_category_id_created_at_id_idx" ON "generated_prompt"("category_id", "created_at", "id");

-- CreateIndex
CREATE INDEX "generated_prompt_topic_id_raw_topic_idx" ON "generated_prompt"("topic_id", "raw_topic");

-- CreateIndex
CREATE UNIQUE INDEX "saved_prompt_id_key" ON "saved_prompt"("id");

-- CreateIndex
CREATE INDEX "saved_prompt_user_id_created_at_id_idx" ON "saved_prompt"("user_id", "created_at", "id");

-- CreateIndex
CREATE INDEX "saved_prompt_user_id_last_used_at_id_idx" ON "saved_prompt"("user_id", "last_used_at", "id");

-- CreateIndex
CREATE INDEX "saved_prompt_user_id_use_count_id_idx" ON "saved_prompt"("user_id", "use_count", "id");

-- CreateIndex
CREATE INDEX "saved_prompt_user_id_folder_idx" ON "saved_prompt"("user_id", "folder");

-- CreateIndex
CREATE INDEX "saved_prompt_is_public_moderation_created_at_id_idx" ON "saved_prompt"("is_public", "moderation", "created_at", "id");

-- CreateIndex
CREATE INDEX "saved_prompt_is_public_moderation_like_count_created_at_id_idx" ON "saved_prompt"("is_public", "moderation", "like_count", "created_at", "id");

-- CreateIndex
CREATE INDEX "saved_prompt_flagged_at_id_idx" ON "saved_prompt"("flagged_at", "id");

-- CreateIndex
CREATE INDEX "saved_prompt_team_id_created_at_id_idx" ON "saved_prompt"("team_id", "created_at", "id");

-- CreateIndex
CREATE INDEX "saved_prompt_category_id_idx" ON "saved_prompt"("category_id");

-- CreateIndex
CREATE INDEX "saved_prompt_source_id_idx" ON "saved_prompt"("source_id");

-- CreateIndex
CREATE INDEX "prompt_like_user_id_prompt_id_idx" ON "prompt_like"("user_id", "prompt_id");

-- CreateIndex
CREATE INDEX "prompt_report_prompt_id_settled_at_idx" ON "prompt_report"("prompt_id", "settled_at");

-- CreateIndex
CREATE INDEX "prompt_report_user_id_prompt_id_idx" ON "prompt_report"("user_id", "prompt_id");

-- CreateIndex
CREATE INDEX "prompt_charge_prompt_id_idx" ON "prompt_charge"("prompt_id");

-- CreateIndex
CREATE INDEX "saved_session_user_id_kind_saved_at_id_idx" ON "saved_session"("user_id", "kind", "saved_at", "id");

-- CreateIndex
CREATE INDEX "saved_session_user_id_is_pinned_changed_at_id_idx" ON "saved_session"("user_id", "is_pinned", "changed_at", "id");

-- CreateIndex
CREATE INDEX "saved_session_kind_is_pinned_changed_at_idx" ON "saved_session"("kind", "is_pinned", "changed_at");

-- CreateIndex
CREATE UNIQUE INDEX "saved_session_user_id_save_key_key" ON "saved_session"("user_id", "save_key");

-- CreateIndex
CREATE INDEX "session_turn_session_id_sent_at_number_idx" ON "session_turn"("session_id", "sent_at", "number");

-- CreateIndex
CREATE INDEX "session_turn_user_id_key_idx" ON "session_turn"("user_id", "key");

-- CreateIndex
CREATE UNIQUE INDEX "session_turn_session_id_key_key" ON "session_turn"("session_id", "key");

-- CreateIndex
CREATE UNIQUE INDEX "session_share_session_id_key" ON "session_share"("session_id");

-- CreateIndex
CREATE INDEX "session_share_user_id_idx" ON "session_share"("user_id");

-- CreateIndex
CREATE INDEX "session_share_expires_at_idx" ON "session_share"("expires_at");

-- CreateIndex
CREATE INDEX "session_share_shared_at_idx" ON "session_share"("shared_at");

-- CreateIndex
CREATE UNIQUE INDEX "team_user_id_key" ON "team"("user_id");

-- CreateIndex
CREATE INDEX "team_member_team_id_joined_at_user_id_idx" ON "team_member"("team_id", "joined_at", "user_id");

-- CreateIndex
CREATE UNIQUE INDEX "team_invitation_token_hash_key" ON "team_invitation"("token_hash");

-- CreateIndex
CREATE INDEX "team_invitation_expires_at_idx" ON "team_invitation"("expires_at");

-- CreateIndex
CREATE UNIQUE INDEX "team_invitation_team_id_email_key" ON "team_invitation"("team_id", "email");

-- AddForeignKey
ALTER TABLE "user_role" ADD CONSTRAINT "user_role_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "user"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "provider_link" ADD CONSTRAINT "provider_link_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "user"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "provider_role" ADD CONSTRAINT "provider_role_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "user"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "invitation" ADD CONSTRAINT "invitation_creator_id_fkey" FOREIGN KEY ("creator_id") REFERENCES "user"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "invitation_use" ADD CONSTRAINT "invitation_use_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "user"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "invitation_use" ADD CONSTRAINT "invitation_use_invitation_id_fkey" FOREIGN KEY ("invitation_id") REFERENCES "invitation"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "session" ADD CONSTRAINT "session_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "user"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "api_key" ADD CONSTRAINT "api_key_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "user"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "account_token" ADD CONSTRAINT "account_token_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "user"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "account_token" ADD CONSTRAINT "account_token_registration_id_fkey" FOREIGN KEY ("registration_id") REFERENCES "pending_registration"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "pending_registration" ADD CONSTRAINT "pending_registration_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "user"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "authenticator" ADD CONSTRAINT "authenticator_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "user"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "recovery_code" ADD CONSTRAINT "recovery_code_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "user"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "remembered_browser" ADD CONSTRAINT "remembered_browser_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "user"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "passkey" ADD CONSTRAINT "passkey_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "user"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "sign_in" ADD CONSTRAINT "sign_in_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "user"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "user_preferences" ADD CONSTRAINT "user_preferences_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "user"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "audit_event" ADD CONSTRAINT "audit_event_actor_id_fkey" FOREIGN KEY ("actor_id") REFERENCES "user"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "audit_event" ADD CONSTRAINT "audit_event_posting_id_fkey" FOREIGN KEY ("posting_id") REFERENCES "ledger_posting"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "baiql_script" ADD CONSTRAINT "baiql_script_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "user"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "baiql_script_version" ADD CONSTRAINT "baiql_script_version_script_id_fkey" FOREIGN KEY ("script_id") REFERENCES "baiql_script"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "baiql_execution" ADD CONSTRAINT "baiql_execution_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "user"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "baiql_memo_part" ADD CONSTRAINT "baiql_memo_part_execution_id_fkey" FOREIGN KEY ("execution_id") REFERENCES "baiql_execution"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "baiql_file" ADD CONSTRAINT "baiql_file_execution_id_fkey" FOREIGN KEY ("execution_id") REFERENCES "baiql_execution"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "baiql_result" ADD CONSTRAINT "baiql_result_execution_id_fkey" FOREIGN KEY ("execution_id") REFERENCES "baiql_execution"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "baiql_review" ADD CONSTRAINT "baiql_review_execution_id_fkey" FOREIGN KEY ("execution_id") REFERENCES "baiql_execution"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "baiql_log_line" ADD CONSTRAINT "baiql_log_line_execution_id_fkey" FOREIGN KEY ("execution_id") REFERENCES "baiql_execution"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "baiql_reply" ADD CONSTRAINT "baiql_reply_execution_id_fkey" FOREIGN KEY ("execution_id") REFERENCES "baiql_execution"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "style_template" ADD CONSTRAINT "style_template_category_id_fkey" FOREIGN KEY ("category_id") REFERENCES "category"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "outcome_template" ADD CONSTRAINT "outcome_template_category_id_fkey" FOREIGN KEY ("category_id") REFERENCES "category"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "purpose" ADD CONSTRAINT "purpose_category_id_fkey" FOREIGN KEY ("category_id") REFERENCES "category"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "purpose" ADD CONSTRAINT "purpose_style_template_id_fkey" FOREIGN KEY ("style_template_id") REFERENCES "style_template"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "purpose" ADD CONSTRAINT "purpose_outcome_template_id_fkey" FOREIGN KEY ("outcome_template_id") REFERENCES "outcome_template"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "subtopic" ADD CONSTRAINT "subtopic_topic_id_fkey" FOREIGN KEY ("topic_id") REFERENCES "topic"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "doc_version" ADD CONSTRAINT "doc_version_doc_id_fkey" FOREIGN KEY ("doc_id") REFERENCES "doc"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "doc_version" ADD CONSTRAINT "doc_version_actor_id_fkey" FOREIGN KEY ("actor_id") REFERENCES "user"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "feedback" ADD CONSTRAINT "feedback_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "user"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "ledger_account" ADD CONSTRAINT "ledger_account_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "user"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "ledger_entry" ADD CONSTRAINT "ledger_entry_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "ledger_account"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "ledger_operation" ADD CONSTRAINT "ledger_operation_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "ledger_account"("user_id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "ledger_hold" ADD CONSTRAINT "ledger_hold_operation_id_fkey" FOREIGN KEY ("operation_id") REFERENCES "ledger_operation"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "ledger_hold" ADD CONSTRAINT "ledger_hold_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "ledger_account"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "ledger_day" ADD CONSTRAINT "ledger_day_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "ledger_account"("user_id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "ledger_usage" ADD CONSTRAINT "ledger_usage_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "ledger_account"("user_id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "ledger_uncharged" ADD CONSTRAINT "ledger_uncharged_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "ledger_account"("user_id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "ledger_posting" ADD CONSTRAINT "ledger_posting_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "ledger_account"("user_id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "topup" ADD CONSTRAINT "topup_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "user"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "ai_model" ADD CONSTRAINT "ai_model_provider_id_fkey" FOREIGN KEY ("provider_id") REFERENCES "ai_provider"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "vendor_detail" ADD CONSTRAINT "vendor_detail_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "user"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "mail" ADD CONSTRAINT "mail_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "user"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "ocr_day" ADD CONSTRAINT "ocr_day_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "user"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "stripe_customer" ADD CONSTRAINT "stripe_customer_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "user"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "subscription" ADD CONSTRAINT "subscription_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "user"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "generated_prompt" ADD CONSTRAINT "generated_prompt_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "user"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "generated_prompt" ADD CONSTRAINT "generated_prompt_category_id_fkey" FOREIGN KEY ("category_id") REFERENCES "category"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "generated_prompt" ADD CONSTRAINT "generated_prompt_style_template_id_fkey" FOREIGN KEY ("style_template_id") REFERENCES "style_template"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "generated_prompt" ADD CONSTRAINT "generated_prompt_outcome_template_id_fkey" FOREIGN KEY ("outcome_template_id") REFERENCES "outcome_template"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "generated_prompt" ADD CONSTRAINT "generated_prompt_topic_id_fkey" FOREIGN KEY ("topic_id") REFERENCES "topic"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "generated_prompt" ADD CONSTRAINT "generated_prompt_subtopic_id_fkey" FOREIGN KEY ("subtopic_id") REFERENCES "subtopic"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "saved_prompt" ADD CONSTRAINT "saved_prompt_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "user"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "saved_prompt" ADD CONSTRAINT "saved_prompt_category_id_fkey" FOREIGN KEY ("category_id") REFERENCES "category"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "saved_prompt" ADD CONSTRAINT "saved_prompt_style_template_id_fkey" FOREIGN KEY ("style_template_id") REFERENCES "style_template"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "saved_prompt" ADD CONSTRAINT "saved_prompt_outcome_template_id_fkey" FOREIGN KEY ("outcome_template_id") REFERENCES "outcome_template"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "saved_prompt" ADD CONSTRAINT "saved_prompt_topic_id_fkey" FOREIGN KEY ("topic_id") REFERENCES "topic"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "saved_prompt" ADD CONSTRAINT "saved_prompt_subtopic_id_fkey" FOREIGN KEY ("subtopic_id") REFERENCES "subtopic"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "saved_prompt" ADD CONSTRAINT "saved_prompt_team_id_fkey" FOREIGN KEY ("team_id") REFERENCES "team"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "saved_prompt" ADD CONSTRAINT "saved_prompt_source_id_fkey" FOREIGN KEY ("source_id") REFERENCES "saved_prompt"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "merged_tag" ADD CONSTRAINT "merged_tag_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "user"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "prompt_like" ADD CONSTRAINT "prompt_like_prompt_id_fkey" FOREIGN KEY ("prompt_id") REFERENCES "saved_prompt"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "prompt_like" ADD CONSTRAINT "prompt_like_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "user"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "prompt_report" ADD CONSTRAINT "prompt_report_prompt_id_fkey" FOREIGN KEY ("prompt_id") REFERENCES "saved_prompt"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "prompt_report" ADD CONSTRAINT "prompt_report_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "user"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "saved_prompt_version" ADD CONSTRAINT "saved_prompt_version_prompt_id_fkey" FOREIGN KEY ("prompt_id") REFERENCES "saved_prompt"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "prompt_charge" ADD CONSTRAINT "prompt_charge_prompt_id_fkey" FOREIGN KEY ("prompt_id") REFERENCES "saved_prompt"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "prompt_charge" ADD CONSTRAINT "prompt_charge_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "user"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "saved_session" ADD CONSTRAINT "saved_session_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "user"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "session_turn" ADD CONSTRAINT "session_turn_session_id_fkey" FOREIGN KEY ("session_id") REFERENCES "saved_session"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "session_share" ADD CONSTRAINT "session_share_session_id_fkey" FOREIGN KEY ("session_id") REFERENCES "saved_session"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "team" ADD CONSTRAINT "team_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "user"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "team_member" ADD CONSTRAINT "team_member_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "user"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "team_member" ADD CONSTRAINT "team_member_team_id_fkey" FOREIGN KEY ("team_id") REFERENCES "team"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "team_invitation" ADD CONSTRAINT "team_invitation_team_id_fkey" FOREIGN KEY ("team_id") REFERENCES "team"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- What Prisma's schema can't express. scripts/postgres-schema.mjs puts it at the end of the migration.

ALTER TABLE "ledger_account" ADD CHECK ("held" >= 0), ADD CHECK ("debt" >= 0),
    ADD CHECK ("user_id" IS NULL OR "posted" - "held" >= 0);
ALTER TABLE "baiql_review" ADD CHECK ("verdict" IN ('accepted', 'edited', 'asked'));
ALTER TABLE "baiql_execution" ADD CHECK ("status" IN ('queued', 'running', 'completed', 'failed')),
    ADD CHECK ("fencing_token" >= 0);
ALTER TABLE "invitation" ADD CHECK ("credit_micro_usd" >= 0), ADD CHECK ("max_uses" > 0),
    ADD CHECK ("use_count" BETWEEN 0 AND "max_uses");

CREATE FUNCTION "refuse_change"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION '% is append-only', TG_TABLE_NAME;
END $$;
CREATE TRIGGER "ledger_entry_is_append_only" BEFORE UPDATE OR DELETE OR TRUNCATE ON "ledger_entry"
    FOR EACH STATEMENT EXECUTE FUNCTION "refuse_change"();
CREATE TRIGGER "audit_event_is_append_only" BEFORE UPDATE OR DELETE OR TRUNCATE ON "audit_event"
    FOR EACH STATEMENT EXECUTE FUNCTION "refuse_change"();
CREATE TRIGGER "ai_price_keeps_its_history" BEFORE UPDATE ON "ai_price"
    FOR EACH STATEMENT EXECUTE FUNCTION "refuse_change"();

-- The transaction has locked the account of the operation's user, so that there is no second one beside it.
CREATE FUNCTION "refuse_second_usage"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF EXISTS (SELECT 1 FROM "ledger_entry" WHERE "operation_id" = NEW."operation_id" AND "kind" = 'usage') THEN
        RAISE EXCEPTION 'an operation has one usage entry';
    END IF;
    RETURN NEW;
END $$;
CREATE TRIGGER "ledger_entry_one_usage_an_operation" BEFORE INSERT ON "ledger_entry"
    FOR EACH ROW WHEN (NEW."kind" = 'usage') EXECUTE FUNCTION "refuse_second_usage"();

CREATE FUNCTION "keep_first_reply"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO "provider_first_reply" ("provider", "at") VALUES (NEW."provider", NEW."finished_at")
    ON CONFLICT DO NOTHING;
    RETURN NULL;
END $$;
CREATE TRIGGER "ledger_operation_is_first_reply" AFTER UPDATE OF "state" ON "ledger_operation"
    FOR EACH ROW WHEN (NEW."state" = 'answered') EXECUTE FUNCTION "keep_first_reply"();

INSERT INTO "ledger_account" ("id") VALUES
    ('system:stripe'), ('system:bonus'), ('system:grants'), ('system:promo'), ('system:revenue'), ('system:loss');

-- Search indexes, by tokens that the program makes (app/core/db/postgres/search-index.server.ts). NULL: the text has
-- changed, and its tokens are made before the next search.
CREATE TABLE "user_search" ("number" INTEGER PRIMARY KEY REFERENCES "user" ON DELETE CASCADE, "tokens" TSVECTOR);
CREATE TABLE "prompt_search" ("number" INTEGER PRIMARY KEY REFERENCES "saved_prompt" ON DELETE CASCADE, "tokens" TSVECTOR);
CREATE TABLE "session_search" ("number" INTEGER PRIMARY KEY REFERENCES "session_turn" ON DELETE CASCADE, "tokens" TSVECTOR);
CREATE INDEX "user_search_tokens" ON "user_search" USING GIN ("tokens");
CREATE INDEX "prompt_search_tokens" ON "prompt_search" USING GIN ("tokens");
CREATE INDEX "session_search_tokens" ON "session_search" USING GIN ("tokens");
CREATE INDEX "user_search_changed" ON "user_search" ("number") WHERE "tokens" IS NULL;
CREATE INDEX "prompt_search_changed" ON "prompt_search" ("number") WHERE "tokens" IS NULL;
CREATE INDEX "session_search_changed" ON "session_search" ("number") WHERE "tokens" IS NULL;

CREATE FUNCTION "note_changed_text"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    EXECUTE format('INSERT INTO %I ("number") VALUES ($1) ON CONFLICT ("number") DO UPDATE SET "tokens" = NULL', TG_ARGV[0])
        USING NEW."number";
    RETURN NULL;
END $$;
CREATE TRIGGER "user_search_change" AFTER INSERT OR UPDATE OF "email", "first_name", "last_name", "deleted_at"
    ON "user" FOR EACH ROW EXECUTE FUNCTION "note_changed_text"('user_search');
CREATE TRIGGER "prompt_search_change" AFTER INSERT OR UPDATE OF "title", "description", "tags", "content", "folder"
    ON "saved_prompt" FOR EACH ROW EXECUTE FUNCTION "note_changed_text"('prompt_search');
CREATE TRIGGER "session_search_change" AFTER INSERT OR UPDATE OF "entries"
    ON "session_turn" FOR EACH ROW EXECUTE FUNCTION "note_changed_text"('session_search');

-- The review's filters "not as expected" and "cut off", by few of a run's rows. The conditions are those of the query, word
-- for word, as app/core/db/postgres/statement.server.ts writes them.
CREATE INDEX "baiql_result_unmet" ON "baiql_result" ("execution_id", "batch", "number")
    WHERE (CAST("detail" AS json) ->> 'isUnmet') = 'true';
CREATE INDEX "baiql_result_cut_off" ON "baiql_result" ("execution_id", "batch", "number")
    WHERE (CAST("detail" AS json) ->> 'isCutOff') = 'true';
