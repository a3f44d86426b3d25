# Ostraka as a service: one process on SQLite. Data, the master key and mails written to files live in /data.
# Of the stages that build the table for browsers only what they have built is in the image.
FROM node:22-slim AS scripts
WORKDIR /srv/ostraka/tools/javascript
COPY tools/javascript/package.json tools/javascript/package-lock.json ./
RUN npm ci --no-audit --no-fund

FROM python:3.13-slim AS installed
WORKDIR /srv/ostraka
COPY requirements.lock ./
RUN pip install --no-cache-dir --require-hashes -r requirements.lock

COPY pyproject.toml README.md LICENSE ./
COPY adjudicator adjudicator
COPY api api
COPY cli cli
COPY ostraka ostraka
COPY schemas schemas
COPY docs/rules docs/rules
COPY docs/rulings docs/rulings
RUN pip install --no-cache-dir --no-deps .

FROM installed AS site
COPY --from=scripts /usr/local/bin/node /usr/local/bin/node
COPY --from=scripts /srv/ostraka/tools/javascript/node_modules tools/javascript/node_modules
COPY docs docs
COPY tools tools
RUN python -m tools.site

FROM installed
RUN useradd --create-home --uid 1000 ostraka && install -d -o ostraka -g ostraka /data
COPY --from=site /srv/ostraka/build/site/play /srv/table

USER 1000
VOLUME /data
ENV OSTRAKA_DATABASE=sqlite:////data/ostraka.db \
    OSTRAKA_MASTER_KEY_FILE=/data/master.key \
    OSTRAKA_MAIL=file:///data/mail \
    OSTRAKA_PLAY=/srv/table
EXPOSE 8000
# Whether the process answers: one whose database is away for a while is not to be killed for it.
HEALTHCHECK --interval=30s --timeout=6s --start-period=60s \
    CMD ["python", "-c", "import os, urllib.request as r; r.urlopen(f\"http://127.0.0.1:{os.environ.get('OSTRAKA_PORT', 8000)}/healthz\", timeout=5)"]
# `db init` founds a new host, brings an old one to the schema of this release, and refuses where a key is missing.
CMD ["sh", "-c", "ostraka db init && exec ostraka serve --host 0.0.0.0 --port ${OSTRAKA_PORT:-8000}"]
