#!/bin/sh
# Writes the configuration for HOST, PORT and a number of workers, then becomes nginx.
set -eu

workers=$1
cd "$(dirname "$0")"
mkdir -p run

cat > run/nginx.conf <<CONF
daemon off;
worker_processes $workers;
pid nginx.pid;
error_log error.log warn;

events {
    worker_connections 4096;
}

http {
    access_log off;
    default_type text/plain;

    client_body_temp_path body;
    proxy_temp_path proxy;
    fastcgi_temp_path fastcgi;
    uwsgi_temp_path uwsgi;
    scgi_temp_path scgi;

    server {
        listen $HOST:$PORT;

        location = / {
            return 200 "Hello, World!";
        }

        location / {
            return 404;
        }
    }
}
CONF

exec nginx -p "$PWD/run" -c nginx.conf -e error.log
